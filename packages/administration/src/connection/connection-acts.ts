import { findWorkspace } from '@signalpost/database/access'
import {
  type Connection,
  createConnection,
  deleteConnection,
  getConnection,
  setConnectionBudget,
} from '@signalpost/database/searching'
import { orgIdSchema, platforms, RejectedError } from '@signalpost/domain'
import { getPlatform } from '@signalpost/platforms'
import { z } from 'zod'
import { auditing } from '../auditing.ts'
import { defineOperation } from '../define-operation.ts'
import { connectionDocument, connectionReference } from './connection-document.ts'
import { baseUrlSchema, budgetSchema, checkSecrets } from './connection-input.ts'

const audit = auditing('connection', ({ platform, baseUrl, budget }: Connection) => ({
  ...{ platform, baseUrl, budget },
}))

/**
 * Throws RejectedError: `invalid_request`, `not_found`, and `conflict` if the workspace has a connection to the platform.
 */
export const createConnectionAct = defineOperation({
  name: 'connection.create',
  summary: 'Connect a workspace to a platform, with credentials and a budget of its own.',
  demands: 'admin',
  input: z.strictObject({
    orgId: orgIdSchema,
    platform: z.enum(platforms),
    baseUrl: baseUrlSchema.nullable().default(null),
    budget: budgetSchema.nullable().default(null),
    secrets: z.record(z.string(), z.string()).default({}),
  }),
  http: { method: 'post', path: '/connections', status: 201, errors: ['conflict'] },
  output: connectionDocument,
  run: async ({ transaction, services, input: connection }) => {
    const definition = getPlatform(connection.platform)
    if (definition.access === 'provider') {
      const issues = [{ path: 'platform', message: definition.requirement }]
      throw new RejectedError('invalid_request', `${definition.title} cannot be searched.`, { issues })
    }
    checkSecrets(definition, connection.secrets)
    if ((await findWorkspace(services.database, connection.orgId)) === undefined) {
      throw new RejectedError('not_found', 'There is no such workspace.')
    }
    const { secretBox, cell } = services
    return audit.created(await createConnection(transaction, secretBox, { ...connection, cell }))
  },
})

/** Throws RejectedError `not_found`. */
export const deleteConnectionAct = defineOperation({
  name: 'connection.delete',
  summary: 'Delete a connection with its credentials.',
  demands: 'admin',
  input: connectionReference,
  http: { method: 'delete', path: '/connections/{id}', errors: ['not_found'] },
  output: { ...connectionDocument, description: 'What was deleted.' },
  run: async ({ transaction, input: connection }) => {
    const before = await getConnection(transaction, connection)
    await deleteConnection(transaction, connection)
    return audit.removed(before)
  },
})

/** Throws RejectedError `not_found`. */
export const setConnectionBudgetAct = defineOperation({
  name: 'connection.set_budget',
  summary: 'Change how many requests a connection may make in a window of time.',
  demands: 'admin',
  input: connectionReference.extend({
    budget: budgetSchema.nullable().meta({ description: "Null means the platform's own." }),
  }),
  http: {
    ...{ method: 'patch', path: '/connections/{id}', errors: ['not_found'] },
    operationId: 'setConnectionBudget',
  },
  output: connectionDocument,
  example: { budget: { most: 10, windowMs: 60_000 } },
  run: async ({ transaction, input: connection }) => {
    const before = await getConnection(transaction, connection)
    const after = await setConnectionBudget(transaction, connection)
    return audit.changed(before, after)
  },
})
