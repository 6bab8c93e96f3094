import {
  type Contribution,
  escalationDefinitionSchema,
  type InboxDelivery,
  readEvent,
  ruleDefinitionSchema,
} from '@signalpost/domain'
import type { NewWarehouse } from '../warehouses/index.ts'

// Two workspaces hold records of the same ids.

export const ours = 'org_ours'
export const theirs = 'org_theirs'
export const theirText = 'their secret text'
export const signalId = 'sig_same'
export const dealId = 'deal_same'
const moment = '2026-11-20T09:00:00.000Z'

/** When each workspace read the signal: what registers hold differs too. */
export const readMoments: Record<string, string> = {
  [ours]: '2026-11-20T09:00:01.000Z',
  [theirs]: '2026-11-20T09:00:02.000Z',
}

export function contributionsOf(
  orgId: string,
  title: string,
  eventId: string,
): (Contribution & { orgId: string })[] {
  const deal = { id: 'deal_same', name: title, stage: 'new' }
  const listener = { id: 'lsn_same', name: title, mode: 'market', objective: title }
  const events = [
    eventOf(orgId, title, eventId),
    { id: eventId, type: 'deal.created', occurredAt: moment, orgId, data: { deal } },
    { id: eventId, type: 'listener.created', occurredAt: moment, orgId, data: { listener } },
  ]
  return events.flatMap((event) => {
    const verdict = readEvent(event, { orgId, sourceId: 'src_same', receivedAtMs: Date.now() })
    if (verdict.verdict !== 'valid') throw new Error('not a valid event')
    return verdict.contributions.map((contribution) => ({ ...contribution, orgId }))
  })
}

export function dealEvent(orgId: string, name: string) {
  const dataAt = () => ({ deal: { id: dealId, name, stage: 'new' } })
  return { orgId, idPrefix: 'api_' as const, type: 'deal.created', dataAt }
}

export function sourceOf(orgId: string, name = 'source') {
  return {
    orgId,
    name,
    scheme: 'service-v1',
    settings: {},
    toleranceSeconds: 300,
    ratePerMinute: null,
    secret: 'whsec_secret',
  }
}

export function channelOf(orgId: string, text: string) {
  return { orgId, kind: 'slack', name: text, settings: { text }, secrets: { secret: text } }
}

export function ruleOf(orgId: string, name: string) {
  const definition = ruleDefinitionSchema.parse({ conditions: { keywords: [name] }, channels: 'all' })
  return { orgId, name, definition }
}

export function silenceOf(orgId: string, reason: string) {
  return { orgId, conditions: {}, reason, until: new Date(Date.now() + 3_600_000) }
}

export function viewOf(orgId: string, name: string) {
  const createdBy = { kind: 'person' as const, id: 'usr_same' }
  return { orgId, name, filters: { words: name }, isShared: true, createdBy }
}

export function escalationOf(orgId: string, name: string, { channelId }: { channelId: string }) {
  const steps = [{ afterMs: 60_000, channelId }]
  return { orgId, name, definition: escalationDefinitionSchema.parse({ steps }) }
}

export function digestOf(pair: { ruleId: string; channelId: string }) {
  return { ...pair, groupKey: '', dueMs: Date.now() }
}

export function warehouseOf(orgId: string, text = 'text'): NewWarehouse {
  const place = { settings: { path: text }, location: text, secrets: { key: text } }
  return {
    orgId,
    kind: 'duckdb',
    name: text,
    ...place,
    intervalMs: 20_000,
    excludesPersonal: false,
    hasBounds: false,
  }
}

export function jobOf(orgId: string, text = 'our text') {
  return { orgId, act: 'delivery.replay', input: { text }, by: { kind: 'cli' as const, id: text } }
}

export function eventOf(orgId: string, title: string, id: string) {
  const signal = {
    id: signalId,
    orgId,
    listenerId: 'lsn_same',
    source: 'reddit',
    url: 'https://example.com/',
    title,
    excerpt: title,
    postedAt: moment,
    relevanceScore: 50,
    classification: 'relevant',
    rationale: title,
    matchedKeywords: [title],
    firstSeenAt: moment,
    urgency: 'high',
    accountKey: 'n:same',
    subjectOrg: { name: title, location: 'Same' },
    assignedTo: { userId: 'usr_same', at: moment, by: `usr_of_${orgId}` },
    readAt: readMoments[orgId],
  }
  return { id, type: 'signal.created', occurredAt: moment, orgId, data: { signal } }
}

/** To the same address in every workspace. */
export function invitationOf(orgId: string, text: string) {
  const tokenSha256 = Buffer.from(`${orgId} ${text}`)
  const invitedBy = { kind: 'cli' as const, id: text }
  const invited = { email: 'same@example.com', role: 'viewer' as const, isOperator: false, logsIn: true }
  return { orgId, ...invited, invitedBy, tokenSha256, nowMs: 0, endsMs: 1 }
}

export function inboxMessageOf(orgId: string): string {
  return `msg_inbox_${orgId}`
}

/** To every member of a workspace, about the signal that both have. */
export function inboxDeliveryOf(orgId: string, messageId: string, text: string): InboxDelivery {
  const items = [{ signalId, title: text, facts: text, reasons: [text] }]
  const message = { kind: 'alert' as const, heading: text, items }
  return { orgId, messageId, personId: undefined, exceptPersonId: undefined, message }
}
