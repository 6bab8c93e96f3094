import { type Connection, listConnections } from '@signalpost/database/searching'
import { orgIdSchema, type Platform, platforms } from '@signalpost/domain'
import { type PlatformAccess, type PlatformDefinition, platformDefinitions } from '@signalpost/platforms'
import { checkPlatform } from '@signalpost/searching'
import { z } from 'zod'
import type { ActCall } from '../define-act.ts'
import { defineDocumentList, defineRead } from '../define-operation.ts'
import { type SearchingActServices, withSearching } from '../listener/searching-services.ts'
import { connectionDocument } from './connection-document.ts'
import { findMissing } from './find-missing.ts'

/** A platform as a workspace can search it. */
type ShownPlatform = {
  platform: Platform
  title: string
  access: PlatformAccess
  ready: boolean
  /** What the workspace lacks to search it. */
  missing?: string
  /** Whether it was built from documentation alone, because its terms ask for an approval that we do not have. */
  beta: boolean
  /** Whether it was ever asked by its live address while this version was built. */
  ranLive: boolean
  documentation: string
  /** Whether it bills what is read, so that a connection needs a budget. */
  needsBudget: boolean
  /** The credentials that a connection to it takes. */
  secrets: { name: string; description: string }[]
}

export const listPlatformsRead = defineDocumentList({
  name: 'platform.list',
  summary: 'List the platforms, how each is reached, and what a workspace lacks to search it.',
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema }),
  http: { method: 'get', path: '/platforms', errors: [] },
  read: async ({ services: { database }, input: { orgId } }) => {
    const connections = await listConnections(database, orgId)
    return platformDefinitions.map((definition) => ({
      ...describe(definition, connections),
      connection: connections.find(({ platform }) => platform === definition.platform),
    }))
  },
  idOf: ({ platform }) => platform,
  output: {
    description: 'All of them.',
    schema: z.object({
      platform: z.string(),
      title: z.string(),
      access: z.string(),
      ready: z.boolean(),
      missing: z.string().nullable(),
      beta: z.boolean(),
      ranLive: z.boolean(),
      documentation: z.string(),
      needsBudget: z.boolean(),
      secrets: z.array(z.object({ name: z.string(), description: z.string() })),
      connection: connectionDocument.schema.nullable(),
    }),
    of: ({ missing = null, connection, ...platform }) => ({
      ...{ ...platform, missing },
      connection: connection === undefined ? null : connectionDocument.of(connection),
    }),
  },
})

const asked = z.strictObject({
  orgId: orgIdSchema,
  platform: z.enum(platforms),
})

/** Asks within the budget of the platform. */
export const checkPlatformRead = defineRead({
  name: 'platform.check',
  summary: 'Ask a platform once, as a listener of the workspace would, and say whether it can be searched.',
  demands: 'admin',
  input: asked,
  http: {
    ...{ method: 'post', path: '/platform-checks', errors: [] },
    ...{ timeoutMs: 30_000, takesLong: true },
  },
  example: { platform: 'hackernews' },
  read: ({ services, input }: ActCall<z.output<typeof asked>, SearchingActServices>) =>
    withSearching(services, (searching) => checkPlatform(searching, input)),
  output: {
    description: 'Whether it can be searched.',
    schema: z.object({
      ready: z.boolean(),
      httpStatus: z.number().nullable(),
      missing: z.string().nullable(),
    }),
    of: ({ ready, httpStatus, missing = null }) => ({ ready, httpStatus, missing }),
  },
})

function describe(definition: PlatformDefinition, connections: readonly Connection[]): ShownPlatform {
  const { platform, title, access, isBeta = false, documentation, secrets } = definition
  const missing = findMissing(definition, connections)
  return {
    ...{ platform, title, access, ready: missing === undefined },
    ...(missing !== undefined && { missing }),
    ...{ beta: isBeta, ranLive: false, documentation, needsBudget: definition.search?.needsBudget === true },
    secrets: secrets.map(({ name, description }) => ({ name, description })),
  }
}
