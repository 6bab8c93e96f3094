import type { StoredEscalation } from '@signalpost/database/rules'
import { escalationDefinitionSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'

/** What names an escalation. */
export const escalationReference = z.strictObject({
  escalationId: z.string(),
  orgId: orgIdSchema.optional(),
})

/** What a form sends: members that are left out take their defaults. */
export const givenDefinition = escalationDefinitionSchema.meta({
  description: 'What selects signals, what takes them, and the steps about those that no one takes.',
})

export const escalationDocument = {
  description: 'The escalation.',
  schema: z.object({
    escalationId: z.string(),
    name: z.string(),
    definition: escalationDefinitionSchema,
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable().meta({ description: 'Null while it sends steps.' }),
  }),
  of: ({ escalationId, name, definition, createdAt, endedAt }: StoredEscalation) => ({
    ...{ escalationId, name },
    // An escalation stored by an older version lacks members that have defaults today.
    definition: escalationDefinitionSchema.parse(definition),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt === null ? null : endedAt.toISOString(),
  }),
}
