import type { StoredRule } from '@signalpost/database/rules'
import { ruleDefinitionSchema } from '@signalpost/domain'
import { z } from 'zod'

/** What a form sends: members that are left out take their defaults. */
export const givenDefinition = ruleDefinitionSchema.meta({
  description: 'What selects signals, the channels they go to, and when.',
})

export const ruleSchema = z.object({
  ruleId: z.string(),
  name: z.string(),
  position: z.int().meta({ description: 'Its place in the order of evaluation, from 1.' }),
  enabled: z.boolean(),
  definition: ruleDefinitionSchema,
  createdAt: z.iso.datetime(),
})

export function describeRule({
  ruleId,
  name,
  position,
  enabled,
  definition,
  createdAt,
}: StoredRule): z.infer<typeof ruleSchema> {
  // A rule stored by an older version lacks members that have defaults today.
  const complete = ruleDefinitionSchema.parse(definition)
  return { ruleId, name, position, enabled, definition: complete, createdAt: createdAt.toISOString() }
}
