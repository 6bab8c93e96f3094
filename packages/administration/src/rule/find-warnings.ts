import type { Database } from '@signalpost/database'
import { listRules, type StoredRule } from '@signalpost/database/rules'
import { findEarlierEnds, ruleDefinitionSchema, wordsOfEarlierEnd } from '@signalpost/domain'

/** What may keep a rule from alerting. */
export type RuleWarning = { ruleId: string; takes: 'all' | 'some'; message: string }

/** Returns what an operator should know of a rule that was created or changed. */
export async function findWarnings(
  database: Database,
  { ruleId, orgId }: Pick<StoredRule, 'ruleId' | 'orgId'>,
): Promise<RuleWarning[]> {
  const rules = (await listRules(database, orgId)).map(({ ruleId: id, definition, ...rule }) => {
    // A rule stored by an older version lacks members that have defaults today.
    return { ...rule, ...ruleDefinitionSchema.parse(definition), id }
  })
  const rule = rules.find(({ id }) => id === ruleId)
  if (rule === undefined || !rule.enabled) return []
  return findEarlierEnds(rule, rules).map((end) => ({
    ...{ ruleId: end.ruleId, takes: end.takes },
    message: wordsOfEarlierEnd(end),
  }))
}
