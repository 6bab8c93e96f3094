import type { Alert } from '@signalpost/channels'
import type { Database } from '@signalpost/database'
import { findStep, readDigestItems, type SentAlert } from '@signalpost/database/dispatches'
import { findSignal } from '@signalpost/database/records'
import { instantOf, type Rule, type Signal } from '@signalpost/domain'
import { findPeople } from './find-people.ts'

/** Returns a sent alert as its signals are now; undefined if none is left. */
export async function restoreAlert(
  database: Database,
  rules: ReadonlyMap<string, Rule>,
  sent: SentAlert,
): Promise<Alert | undefined> {
  const { orgId, ruleId, ruleName, steps, createdAt } = sent
  const step = findStep(ruleId)
  const items = await findItems(database, sent)
  if (items.length === 0) return undefined
  const rule = rules.get(ruleId)
  return {
    kind: 'instant',
    orgId,
    ruleId,
    ruleName,
    raisedAt: instantOf(createdAt.getTime()),
    items,
    total: items.length,
    ...(rule && { style: { language: rule.language, parts: rule.parts, subject: rule.subject } }),
    ...(await findPeople(database, items)),
    ...(step !== undefined && {
      escalation: { round: step.round, step: step.step, steps: Math.max(steps ?? 0, step.step) },
    }),
  }
}

async function findItems(database: Database, { orgId, signalId, digestId }: SentAlert): Promise<Signal[]> {
  if (digestId !== null) {
    const items = await readDigestItems(database, { orgId, digestId })
    return items.flatMap(({ signal }) => signal ?? [])
  }
  const signal = await findSignal(database, { orgId, signalId })
  return signal === undefined ? [] : [signal]
}
