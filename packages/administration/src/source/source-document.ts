import { getSource, listSources, type Source } from '@signalpost/database/access'
import { nameSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { auditing } from '../auditing.ts'
import { defineList, defineRead } from '../define-operation.ts'

/** What names a source. */
export const sourceReference = z.strictObject({ sourceId: z.string(), orgId: orgIdSchema.optional() })

/** Members of a source that people give. */
export const givenSource = {
  name: nameSchema,
  settings: z.record(z.string(), z.string()),
  toleranceSeconds: z.int().min(1).max(3_600),
  ratePerMinute: z.int().min(1).max(1_000_000_000).nullable(),
}

/** The sender's own secret. */
export const ownSecret = z
  .string()
  .max(500)
  .optional()
  .meta({ description: "The sender's own; else one is generated." })

export const sourceDocument = {
  description: 'The source. Every intake follows within 5 s.',
  schema: z.object({
    sourceId: z.string(),
    name: z.string(),
    scheme: z.string(),
    settings: z.record(z.string(), z.string()),
    toleranceSeconds: z.int(),
    ratePerMinute: z.int().nullable(),
    enabled: z.boolean(),
    createdAt: z.iso.datetime(),
    lastDeliveryAt: z.iso.datetime().nullable(),
    intakeUrl: z.string(),
  }),
  of: (source: Source, { intakeUrl }: { intakeUrl: string }) => {
    const { sourceId, createdAt, lastDeliveryAt } = source
    return {
      ...{ sourceId, ...settingsOf(source), createdAt: createdAt.toISOString() },
      lastDeliveryAt: lastDeliveryAt?.toISOString() ?? null,
      intakeUrl: `${intakeUrl}/hooks/${sourceId}`,
    }
  },
}

/** Members of a source that people set. */
function settingsOf(source: Source) {
  const { name, scheme, settings, toleranceSeconds, ratePerMinute, enabled } = source
  return { name, scheme, settings, toleranceSeconds, ratePerMinute, enabled }
}

export const sourceAudit = auditing('source', settingsOf)

export const listSourcesRead = defineList({
  name: 'source.list',
  summary: "List a workspace's sources.",
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema }),
  http: { method: 'get', path: '/sources', errors: [] },
  output: { ...sourceDocument, description: 'All of them, the oldest first.' },
  read: ({ services: { database }, input: { orgId } }) => listSources(database, orgId),
  idOf: ({ sourceId }) => sourceId,
})

/** Throws RejectedError `not_found`. */
export const getSourceRead = defineRead({
  name: 'source.get',
  summary: 'See one source.',
  demands: 'viewer',
  input: sourceReference,
  http: { method: 'get', path: '/sources/{id}', errors: ['not_found'] },
  output: { ...sourceDocument, description: 'The source, without its secrets.' },
  read: ({ services: { database }, input }) => getSource(database, input),
})
