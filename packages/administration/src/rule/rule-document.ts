import type { Database } from '@signalpost/database'
import { countWaitingAlerts } from '@signalpost/database/dispatches'
import type { StoredRule } from '@signalpost/database/rules'
import { orgIdSchema, ruleDefinitionSchema } from '@signalpost/domain'
import { z } from 'zod'

/** What names a rule. */
export const ruleReference = z.strictObject({ ruleId: z.string(), orgId: orgIdSchema.optional() })

/** What a form sends: members that are left out take their defaults. */
export const givenDefinition = ruleDefinitionSchema.meta({
  description: 'What selects signals, the channels they go to, and when.',
})

export const mostPosition = 1_000_000

/** Without it, a new rule comes last. */
export const givenPosition = z
  .int()
  .min(1)
  .max(mostPosition)
  .optional()
  .meta({ description: 'Its place in the order of evaluation, from 1.' })

export const ruleDocument = {
  description: 'The rule.',
  schema: z.object({
    ruleId: z.string(),
    name: z.string(),
    position: z.int().meta({ description: 'Its place in the order of evaluation, from 1.' }),
    enabled: z.boolean(),
    definition: ruleDefinitionSchema,
    createdAt: z.iso.datetime(),
  }),
  of: ({ ruleId, name, position, enabled, definition, createdAt }: StoredRule) => {
    // A rule stored by an older version lacks members that have defaults today.
    const complete = ruleDefinitionSchema.parse(definition)
    return { ruleId, name, position, enabled, definition: complete, createdAt: createdAt.toISOString() }
  },
}

/** A rule with what it has decided to alert and not sent yet. */
export type WaitingRule = StoredRule & { waiting: number }

export const waitingRuleDocument = {
  description: 'The rule, and what waits for it.',
  schema: ruleDocument.schema.extend({
    waiting: z.int().meta({
      description:
        'Alerts to send, now or later. Those that are due while the rule is disabled are never sent.',
    }),
  }),
  of: ({ waiting, ...rule }: WaitingRule) => ({ ...ruleDocument.of(rule), waiting }),
}

export async function withWaiting(database: Database, rule: StoredRule): Promise<WaitingRule> {
  const waiting = await countWaitingAlerts(database, rule)
  return { ...rule, waiting: waiting.get(rule.ruleId) ?? 0 }
}
