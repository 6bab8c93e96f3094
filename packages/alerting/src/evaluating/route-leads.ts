import type { DatabaseTransaction } from '@signalpost/database'
import { lockTurn, readRoutingFacts, setTurn } from '@signalpost/database/dispatches'
import type { OwnEvent } from '@signalpost/database/records'
import { choosePerson, type Rule, type Signal } from '@signalpost/domain'

/** A signal on which a rule alerts. */
type Alerted = { rule: Rule; signal: Signal }

/** Who gets the leads, and the events that assign them. */
export type Routing = { personBySignal: ReadonlyMap<string, string>; events: OwnEvent[] }

/**
 * Gives each lead that no one has to a person of the first rule that gives leads away. A person who has leads of the
 * account gets it without losing their turn. Turns are kept in the transaction, so each counts once.
 */
export async function routeLeads(
  transaction: DatabaseTransaction,
  { orgId, alerted }: { orgId: string; alerted: readonly Alerted[] },
): Promise<Routing> {
  const personBySignal = new Map<string, string>()
  const events: OwnEvent[] = []
  const free = alerted.filter(({ rule, signal }) => rule.assign !== null && signal.assignedTo === undefined)
  if (free.length === 0) return { personBySignal, events }
  const facts = await readRoutingFacts(transaction, {
    orgId,
    personIds: [...new Set(free.flatMap(({ rule }) => rule.assign?.roundRobin ?? []))],
    accountKeys: [...new Set(free.flatMap(({ signal }) => signal.accountKey ?? []))],
  })
  const turns = new Map<string, number>()
  for (const ruleId of [...new Set(free.map(({ rule }) => rule.id))].sort()) {
    turns.set(ruleId, await lockTurn(transaction, ruleId))
  }
  for (const { rule, signal } of free) {
    if (personBySignal.has(signal.id)) continue
    const people = (rule.assign?.roundRobin ?? []).filter((personId) => facts.people.has(personId))
    const known = facts.peopleByAccount.get(signal.accountKey ?? '') ?? []
    const turn = turns.get(rule.id) ?? 0
    const chosen = choosePerson(people, { known, turn })
    if (chosen === undefined) continue
    const { personId: userId, usesTurn } = chosen
    if (usesTurn) turns.set(rule.id, turn + 1)
    personBySignal.set(signal.id, userId)
    events.push({
      ...{ orgId, idPrefix: 'svc_', type: 'signal.assigned' },
      dataAt: (at) => ({ signalId: signal.id, assignedTo: { userId, at, by: rule.id } }),
    })
  }
  for (const [ruleId, turn] of turns) await setTurn(transaction, { ruleId, turn })
  return { personBySignal, events }
}
