import { explainRules, type RuleAnswer } from '@signalpost/domain'
import type { Database } from '../../database.ts'
import { findSignal } from '../../records/signals/read-signals.ts'
import { listRules, type StoredRule } from '../../rules/rules.ts'
import { ruleFrom } from './rule-from.ts'

/** What the rules of today say to a signal as it is now. */
export type ExplainedSignal = {
  title: string
  firstSeenAt: string
  answers: (RuleAnswer & Pick<StoredRule, 'name' | 'position'>)[]
}

/** Returns each rule's answer to a signal, in order; undefined for a signal that the workspace does not have. */
export async function explainSignal(
  database: Database,
  { orgId, signalId }: { orgId: string; signalId: string },
): Promise<ExplainedSignal | undefined> {
  const signal = await findSignal(database, { orgId, signalId })
  if (signal === undefined) return undefined
  const rules = await listRules(database, orgId)
  const answers = explainRules(signal, rules.map(ruleFrom))
  const byId = new Map(rules.map((rule) => [rule.ruleId, rule]))
  return {
    title: signal.title,
    firstSeenAt: signal.firstSeenAt,
    answers: answers.map((answer) => {
      const { name = '', position = 0 } = byId.get(answer.ruleId) ?? {}
      return { ...answer, name, position }
    }),
  }
}
