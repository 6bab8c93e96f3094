import type { StoredEscalation } from '@signalpost/database/rules'
import { escalationDefinitionSchema } from '@signalpost/domain'
import { z } from 'zod'

/** What a form sends: members that are left out take their defaults. */
export const givenDefinition = escalationDefinitionSchema.meta({
  description: 'What selects signals, what takes them, and the steps about those that no one takes.',
})

export const escalationSchema = z.object({
  escalationId: z.string(),
  name: z.string(),
  definition: escalationDefinitionSchema,
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable().meta({ description: 'Null while it sends steps.' }),
})

export function describeEscalation({
  escalationId,
  name,
  definition,
  createdAt,
  endedAt,
}: StoredEscalation): z.infer<typeof escalationSchema> {
  return {
    ...{ escalationId, name },
    // An escalation stored by an older version lacks members that have defaults today.
    definition: escalationDefinitionSchema.parse(definition),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt === null ? null : endedAt.toISOString(),
  }
}
