import { createId, type DatabaseTransaction } from '@signalpost/database'
import {
  dispatchKeyOf,
  eraseMessages,
  findDecided,
  insertDispatches,
  insertMessages,
  lockEscalating,
  type NewDispatch,
  type NewMessage,
  openDigest,
  type PendingChange,
  pairKey,
  readSendHistory,
  readStepPeople,
  requestSignalEdits,
} from '@signalpost/database/dispatches'
import type { OwnEvent } from '@signalpost/database/records'
import {
  type AlertDecision,
  decideAlert,
  digestGroupOf,
  findEventOfChange,
  firedRules,
  instantOf,
  type Occasion,
  postKeyOf,
  type Rule,
  recordSend,
  type Signal,
} from '@signalpost/domain'
import type { AlertSettings, ConfiguredChannel } from '../alert-settings.ts'
import { endTaken, type TimeToTaken } from '../escalating/end-taken.ts'
import { startEscalations } from '../escalating/start-escalations.ts'
import { requestFollowUps } from './request-follow-ups.ts'
import { type Routing, routeLeads } from './route-leads.ts'

type Work = { orgId: string; changes: PendingChange[]; nowMs: number }

/** The changes that a sent message shows. */
const shownTypes = new Set(['signal.assigned', 'signal.feedback', 'signal.acknowledged'])

/** The changes that only end incidents which escalations opened. */
const endingTypes = new Set(['signal.read'])

const takingTypes = new Set(['signal.assigned', 'signal.acknowledged'])

type Candidate = {
  rule: Rule
  channel: ConfiguredChannel
  occasion: Occasion
  traceparent: string | null
}
type Decided = Candidate & { decision: AlertDecision }

/** Writes the outcome of one workspace's changes: events for webhooks, and dispatches by its rules. */
export async function evaluateInWorkspace(
  transaction: DatabaseTransaction,
  settings: AlertSettings,
  { orgId, changes, nowMs }: Work,
): Promise<{
  events: number
  decisions: AlertDecision[]
  taken: TimeToTaken[]
  /** To write once for all workspaces. */
  assignments: OwnEvent[]
}> {
  const events = changes.flatMap((change) => eventsOf(change, settings, nowMs))
  const candidates = changes.flatMap((change) => candidatesOf(change, settings, nowMs))
  const decided = await decideAll(transaction, settings, { orgId, candidates, nowMs })
  const dispatches: NewDispatch[] = []
  const digests = new Map<string, string>()
  for (const one of decided) {
    dispatches.push(dispatchOf(one, await findDigest(transaction, { orgId, digests }, one)))
  }
  await insertDispatches(transaction, orgId, { dispatches, nowMs })
  const alerted = decided.flatMap(({ rule, occasion: { signal }, decision }) =>
    decision.decision === 'none' ? [] : [{ rule, signal }],
  )
  const routing = await routeLeads(transaction, { orgId, alerted })
  const messages = await Promise.all(decided.map((one) => messagesOf(transaction, one, { routing, nowMs })))
  await insertMessages(transaction, [...events, ...messages.flat()], nowMs)
  await requestSignalEdits(transaction, { orgId, signalIds: signalsOf(changes, shownTypes), nowMs })
  const ended = signalsOf(changes, endingTypes)
  await requestSignalEdits(transaction, { orgId, signalIds: ended, nowMs, onlyIncidents: true })
  const signals = takenSignals(changes)
  await requestFollowUps(transaction, settings.channels.values(), { orgId, signals, nowMs })
  await eraseMessages(transaction, {
    orgId,
    signalIds: deletedSignals(changes),
    nowMs,
  })
  const taken = await escalate(transaction, settings, { orgId, changes, nowMs })
  const decisions = decided.map(({ decision }) => decision)
  return { events: events.length, decisions, taken, assignments: routing.events }
}

/** Begins escalations of new signals, and ends those of signals that someone has taken, before or after. */
async function escalate(
  transaction: DatabaseTransaction,
  { escalations }: AlertSettings,
  { orgId, changes, nowMs }: Work,
): Promise<TimeToTaken[]> {
  if (escalations.length === 0) return []
  const occasions = changes.flatMap((change) => {
    const occasion = findOccasion(change, change.changedAt.getTime())
    return occasion === undefined ? [] : [occasion]
  })
  const set = changes.filter(({ record, detail }) => record === 'registers' && detail?.to != null)
  if (set.length + occasions.length === 0) return []
  await lockEscalating(transaction, { orgId, as: set.length > 0 ? 'ender' : 'beginner' })
  const begun = await startEscalations(transaction, escalations, { orgId, occasions })
  const signalIds = [...new Set([...set.map(({ recordId }) => recordId), ...begun])]
  return endTaken(transaction, { orgId, signalIds, nowMs })
}

function signalsOf(changes: PendingChange[], types: ReadonlySet<string>): string[] {
  const shown = changes.filter((change) => types.has(findEventOfChange(change)?.type ?? ''))
  return [...new Set(shown.map(({ recordId }) => recordId))]
}

/** Returns the signals that someone may have taken, each with what names the span of the change. */
function takenSignals(changes: PendingChange[]): Map<string, string | null> {
  const set = changes.filter((change) => takingTypes.has(findEventOfChange(change)?.type ?? ''))
  return new Map(set.map(({ recordId, traceparent }) => [recordId, traceparent]))
}

/** Returns one event for a change, with the same id for each channel subscribed to its type. */
function eventsOf(change: PendingChange, { channels }: AlertSettings, nowMs: number): NewMessage[] {
  const { orgId, causedAt, record, recordId, traceparent } = change
  const outgoing = findEventOfChange(change)
  if (outgoing === undefined) return []
  const listening = [...channels.values()].filter(
    ({ kind, settings, isDisabled }) => !isDisabled && kind.subscribesTo?.(settings, outgoing.type) === true,
  )
  if (listening.length === 0) return []
  const event = {
    id: createId('evt_', nowMs),
    type: outgoing.type,
    occurredAt: instantOf(causedAt.getTime()),
  }
  return listening.flatMap(({ channelId, kind, settings }) =>
    kind.recipients(settings).map((recipient) => ({
      kind: 'event' as const,
      orgId,
      channelId,
      recipient,
      dueMs: nowMs,
      traceparent,
      event: { ...event, orgId, data: outgoing.data },
      ...((record === 'signal' || record === 'registers') && { signalId: recordId }),
    })),
  )
}

function candidatesOf(change: PendingChange, settings: AlertSettings, nowMs: number): Candidate[] {
  const occasion = findOccasion(change, nowMs)
  if (occasion === undefined) return []
  const changedOccasion = { ...occasion, atMs: change.changedAt.getTime() }
  return firedRules(changedOccasion, settings.index).flatMap((rule) =>
    [...settings.channels.values()]
      .filter(({ channelId }) => rule.channels === 'all' || rule.channels.includes(channelId))
      .map((channel) => ({ rule, channel, occasion, traceparent: change.traceparent })),
  )
}

function findOccasion(change: PendingChange, nowMs: number): Occasion | undefined {
  const { record, document, documentBefore, storedAt, isAlertedElsewhere } = change
  if (record !== 'signal' || document === null || storedAt === null) return undefined
  return {
    // The row was written from a Signal.
    signal: document as Signal,
    ...(change.change !== 'created' && { before: documentBefore }),
    storedAtMs: storedAt.getTime(),
    atMs: nowMs,
    isAlertedElsewhere,
  }
}

async function decideAll(
  transaction: DatabaseTransaction,
  { silences }: AlertSettings,
  { orgId, candidates, nowMs }: { orgId: string; candidates: Candidate[]; nowMs: number },
): Promise<Decided[]> {
  if (candidates.length === 0) return []
  const pairs = new Map(
    candidates.map(({ rule, channel }) => {
      const pair = { ruleId: rule.id, channelId: channel.channelId }
      return [pairKey(pair), pair]
    }),
  )
  const historyByPair = await readSendHistory(transaction, {
    orgId,
    pairs: [...pairs.values()],
    postKeys: [...new Set(candidates.flatMap(({ occasion }) => postKeyOf(occasion.signal) ?? []))],
    throttleMs: Math.max(...candidates.map(({ rule }) => rule.throttle?.windowMs ?? 0)),
    nowMs,
  })
  const known = await findDecided(transaction, orgId, candidates.map(keyOf))
  const decided: Decided[] = []
  for (const candidate of candidates) {
    const { rule, channel, occasion } = candidate
    const key = dispatchKeyOf(keyOf(candidate))
    if (known.has(key)) continue
    known.add(key)
    const history = historyByPair.get(pairKey(keyOf(candidate))) ?? { posts: new Map(), momentsMs: [] }
    const decision = decideAlert({ rule, channel, occasion, history, silences, holdsBack: true })
    recordSend(history, occasion, decision)
    decided.push({ ...candidate, decision })
  }
  return decided
}

async function findDigest(
  transaction: DatabaseTransaction,
  { orgId, digests }: { orgId: string; digests: Map<string, string> },
  { rule, channel, occasion, decision }: Decided,
): Promise<string | undefined> {
  if (decision.decision !== 'digest') return undefined
  const pair = { ruleId: rule.id, channelId: channel.channelId }
  const groupKey = rule.mode === 'digest' ? digestGroupOf(rule, occasion.signal) : ''
  const key = `${pairKey(pair)} ${groupKey}`
  const known = digests.get(key)
  if (known !== undefined) return known
  const { reason, dueMs } = decision
  const opened = await openDigest(transaction, orgId, { ...pair, groupKey, reason, dueMs })
  digests.set(key, opened)
  return opened
}

function dispatchOf(decided: Decided, digestId: string | undefined): NewDispatch {
  const { occasion, decision } = decided
  const isSent = decision.decision !== 'none'
  return {
    ...keyOf(decided),
    status: isSent ? 'pending' : 'suppressed',
    reason: decision.decision === 'send' ? undefined : decision.reason,
    postKey: isSent ? postKeyOf(occasion.signal) : undefined,
    isInstant: decision.decision === 'send',
    digestId,
  }
}

async function messagesOf(
  transaction: DatabaseTransaction,
  { rule, channel, occasion, decision, traceparent }: Decided,
  { routing, nowMs }: { routing: Routing; nowMs: number },
): Promise<NewMessage[]> {
  if (decision.decision !== 'send') return []
  const personId = rule.assign === null ? undefined : routing.personBySignal.get(occasion.signal.id)
  const { kind, settings, orgId, channelId } = channel
  const { instantExpiresAfterMs } = kind
  const own = personId === undefined ? undefined : await findOwnRecipient(transaction, channel, personId)
  const recipients = own === undefined ? kind.recipients(settings) : [own]
  return recipients.map((recipient) => ({
    kind: 'instant' as const,
    orgId,
    channelId,
    recipient,
    ruleId: rule.id,
    signalId: occasion.signal.id,
    dueMs: nowMs,
    traceparent,
    ...(instantExpiresAfterMs !== undefined && { expiresMs: nowMs + instantExpiresAfterMs }),
  }))
}

/** Where the channel can reach a person by themselves. */
async function findOwnRecipient(
  transaction: DatabaseTransaction,
  { orgId, channelId, kind }: ConfiguredChannel,
  personId: string,
): Promise<string | undefined> {
  if (kind.findRecipient === undefined) return undefined
  const people = await readStepPeople(transaction, { orgId, channelId, personIds: [personId] })
  const person = people.get(personId)
  return person === undefined ? undefined : kind.findRecipient(person)
}

// A signal that returned after its deletion has its text again.
function deletedSignals(changes: PendingChange[]): string[] {
  const last = new Map<string, string>()
  for (const { record, recordId, change } of changes) if (record === 'signal') last.set(recordId, change)
  return [...last].filter(([, change]) => change === 'deleted').map(([signalId]) => signalId)
}

function keyOf({ rule, channel, occasion }: Candidate) {
  return { ruleId: rule.id, channelId: channel.channelId, signalId: occasion.signal.id }
}
