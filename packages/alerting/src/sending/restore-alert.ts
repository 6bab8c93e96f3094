import type { Alert } from '@signalpost/channels'
import type { Database } from '@signalpost/database'
import {
  findStep,
  readDigestItems,
  type SentAlert,
  type StepReference,
} from '@signalpost/database/dispatches'
import { findSignal } from '@signalpost/database/records'
import { instantOf, type Rule, type Signal } from '@signalpost/domain'
import { describeStep } from './describe-step.ts'
import { findPeople } from './people/find-people.ts'
import { findRouted } from './people/find-routed.ts'
import { styleOf } from './style-of.ts'

/** Returns a sent alert as its signals are now; undefined if none is left. */
export async function restoreAlert(
  database: Database,
  rules: ReadonlyMap<string, Rule>,
  sent: SentAlert,
  nowMs: number,
): Promise<Alert | undefined> {
  const { orgId, ruleId, ruleName, createdAt } = sent
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
    sentMs: nowMs,
    items,
    total: items.length,
    ...(rule && styleOf(rule)),
    ...(await findPeople(database, items)),
    ...(step === undefined
      ? { routed: await findRouted(database, sent, items) }
      : await findEscalation(database, { step, sent, items })),
  }
}

/** One that was deleted leaves what its step was for unknown. */
async function findEscalation(
  database: Database,
  { step, sent, items }: { step: StepReference; sent: SentAlert; items: readonly Signal[] },
): Promise<Pick<Alert, 'escalation' | 'timeZone'>> {
  const { definition, createdAt } = sent
  if (definition === null) return {}
  return describeStep(database, { step, definition, about: sent, items, raisedMs: createdAt.getTime() })
}

async function findItems(database: Database, { orgId, signalId, digestId }: SentAlert): Promise<Signal[]> {
  if (digestId !== null) {
    const items = await readDigestItems(database, { orgId, digestId })
    return items.flatMap(({ signal }) => signal ?? [])
  }
  const signal = await findSignal(database, { orgId, signalId })
  return signal === undefined ? [] : [signal]
}
