import { createHash } from 'node:crypto'
import { findTaken, type Signal } from '@signalpost/domain'
import { z } from 'zod'
import type { Alert, Notice, Outcome, Sending } from '../channel.ts'
import { findJson } from '../find-json.ts'

/** What a service does about one incident. */
export type IncidentService = {
  /** The alert has one signal. */
  open: (key: string, content: { alert: Alert } | NoticeContent) => Promise<Outcome>
  resolve: (key: string, note: string) => Promise<Outcome>
  /** The member of references with the key of the incident, as versions before wrote them. */
  formerMember: string
}

type NoticeContent = Extract<Sending<unknown, unknown>['content'], { notice: unknown }>

/** More requests than a service likes at once continue with the next try. */
const openedAtOnce = 100
const nextAfterMs = 10_000
const takenNote = 'The signal was taken.'

/** An alert of a rule ends by these; one of an escalation by what the escalation waits for. */
const endsOfRules = ['assigned', 'acknowledged'] as const

/**
 * Opens an incident for each signal of an alert, resolves those whose signals were taken, or opens and resolves that of
 * a notice. The reference says which incidents are open: a try that fails continues where it stopped, and an edit
 * resolves each once. A repeat does no harm, because the service knows an incident by its key.
 */
export async function sendIncidents(
  { open, resolve, formerMember }: IncidentService,
  { content, messageId, orgId, reference, progress }: Omit<Sending<unknown, unknown>, 'signal'>,
): Promise<Outcome> {
  if ('notice' in content) {
    const key = noticeKeyOf(content.notice, { orgId, messageId })
    if (content.notice.incident?.isOver === true) return resolve(key, content.notice.heading)
    return open(key, content)
  }
  if (!('alert' in content)) return { outcome: 'rejected', code: 'content_not_supported' }
  const { alert } = content
  if (reference === undefined) return openEach(open, { alert, orgId, states: readStates(progress) })
  const formerKey = reference[formerMember]
  if (formerKey !== undefined) return resolveFormer(resolve, formerKey, alert)
  return resolveEach(resolve, { alert, orgId, states: readStates(reference) })
}

/** The states of incidents, by the ids of signals. */
type States = Map<string, 'open' | 'resolved' | 'refused'>
type Progress = { alert: Alert; orgId: string; states: States }

async function openEach(open: IncidentService['open'], { alert, orgId, states }: Progress): Promise<Outcome> {
  const missing = alert.items.filter(({ id }) => !states.has(id))
  if (alert.items.length === 0) return { outcome: 'rejected', code: 'nothing_to_send' }
  let last: Outcome = { outcome: 'sent' }
  let refused: Outcome | undefined
  for (const signal of missing.slice(0, openedAtOnce)) {
    const key = incidentKeyOf({ orgId, signalId: signal.id })
    last = await open(key, { alert: aloneIn(alert, signal) })
    if (last.outcome === 'sent') states.set(signal.id, 'open')
    // One that the service does not accept must not keep the others from it.
    else if (last.outcome === 'rejected') {
      states.set(signal.id, 'refused')
      refused = last
    } else return { ...last, reference: referenceOf(states) }
  }
  if (missing.length > openedAtOnce) {
    const more = { outcome: 'throttled' as const, code: 'more_incidents', retryAfterMs: nextAfterMs }
    return { ...more, reference: referenceOf(states) }
  }
  const isOpen = [...states.values()].some((state) => state !== 'refused')
  if (!isOpen && refused !== undefined) return refused
  const code = refused === undefined ? {} : { code: refused.code ?? 'rejected' }
  return {
    ...(last.outcome === 'sent' ? last : {}),
    outcome: 'sent',
    ...code,
    reference: referenceOf(states),
  }
}

async function resolveEach(
  resolve: IncidentService['resolve'],
  { alert, orgId, states }: Progress,
): Promise<Outcome> {
  const taken = alert.items.filter((signal) => states.get(signal.id) === 'open' && isTaken(alert, signal))
  let last: Outcome = { outcome: 'rejected', code: 'nothing_to_edit' }
  for (const { id: signalId } of taken) {
    last = await resolve(incidentKeyOf({ orgId, signalId }), takenNote)
    if (last.outcome !== 'sent') return { ...last, reference: referenceOf(states) }
    states.set(signalId, 'resolved')
  }
  return taken.length === 0 ? last : { ...last, reference: referenceOf(states) }
}

/** Several signals of one alert had one incident. */
function resolveFormer(resolve: IncidentService['resolve'], key: string, alert: Alert): Promise<Outcome> {
  return alert.items.every((signal) => isTaken(alert, signal))
    ? resolve(key, takenNote)
    : Promise.resolve({ outcome: 'rejected', code: 'nothing_to_edit' })
}

function isTaken({ escalation }: Alert, signal: Signal): boolean {
  return findTaken(signal, escalation?.unless ?? endsOfRules) !== undefined
}

function aloneIn({ mostUrgent: _mostUrgent, ...alert }: Alert, signal: Signal): Alert {
  return { ...alert, items: [signal], total: 1 }
}

const statesSchema = z.record(z.string(), z.enum(['open', 'resolved', 'refused']))

function readStates(reference: Record<string, string> | undefined): States {
  return new Map(Object.entries(statesSchema.safeParse(findJson(reference?.incidents ?? '')).data ?? {}))
}

function referenceOf(states: States): Record<string, string> {
  return { incidents: JSON.stringify(Object.fromEntries(states)) }
}

/** Returns the key by which a service recognises the incident of a signal: every alert about it belongs to the same one. */
function incidentKeyOf({ orgId, signalId }: { orgId: string; signalId: string }): string {
  return keyOf(`${orgId} signal ${signalId}`)
}

/** Returns the key of a notice: one that opens an incident names it, any other is for itself. */
function noticeKeyOf(
  { incident }: Notice,
  { orgId, messageId }: { orgId: string; messageId: string },
): string {
  return keyOf(incident === undefined ? `${orgId} message ${messageId}` : `${orgId} notice ${incident.key}`)
}

function keyOf(text: string): string {
  return `signalpost-${createHash('sha256').update(text).digest('hex')}`
}
