import { createHash } from 'node:crypto'
import type { Database } from '@signalpost/database'
import { eraseRecordedBodies } from '@signalpost/database/ledger'
import {
  claimRereads,
  type RereadClaim,
  type RereadFind,
  type RereadOutcome,
  settleRereads,
} from '@signalpost/database/searching'
import {
  dayMs,
  hourMs,
  minuteMs,
  momentAfter,
  type Platform,
  type Signal,
  secondMs,
  signalFrom,
  simhash,
} from '@signalpost/domain'
import { getPlatform, type PlatformRetention, type RereadItem } from '@signalpost/platforms'
import { reach } from '@signalpost/runtime'
import { accessPlatform } from '../run/access-platform.ts'
import { askFor } from '../run/ask-platform.ts'
import type { SearchingServices } from '../services.ts'
import { refreshSignal, requoteComponents } from './refresh-signal.ts'
import { retentionOf } from './retention-of.ts'

/** How many finds of a workspace on a platform had each outcome. */
export type RereadReport = {
  orgId: string
  platform: Platform
  counts: Record<RereadOutcome['outcome'], number>
  /** Why some could not be read again. */
  error: string | null
}

type Options = { signal: AbortSignal; onAsked: (platform: Platform, httpStatus: number) => void }

const mostAtOnce = 100
const longestMs = 5 * minuteMs
/** Longer than a batch takes. */
const claimMs = 10 * minuteMs
/** The share of the time that a find may be kept at whose end it is erased if it could not be read again. */
const marginShare = 1 / 30
const retryMs = hourMs
const soonestRetryMs = minuteMs
/** The worker applies a deletion within seconds. */
const appliedMs = 10 * secondMs
const stillThereMs = 5 * minuteMs
const unreadable = 'The answer has posts that cannot be read.'

/**
 * Reads finds again whose platform demands it, those that are due the longest, and brings their signals up to date: an
 * event that updates or deletes a signal is kept in the transaction that settles its find, and sent like any other. What
 * is not a signal is blanked. Returns undefined when nothing is due.
 */
export async function rereadFinds(
  services: SearchingServices,
  { signal, onAsked }: Options,
): Promise<RereadReport | undefined> {
  const { database } = services
  const claim = await claimRereads(database, { limit: mostAtOnce, claimMs })
  if (claim === undefined) return undefined
  reach('reread.claimed')
  const { orgId, token } = claim
  // The cast: finds are stored with the platform of a definition.
  const platform = claim.platform as Platform
  const retention = getPlatform(platform).search?.retention ?? null
  const outcomes: RereadOutcome[] = []
  const asked: AskedFind[] = []
  for (const find of claim.finds) {
    const stored = storedSignal(claim, find)
    if (find.state === 'delivered' && stored !== undefined && retention !== null) asked.push({ find, stored })
    else outcomes.push(await settleUnasked(database, claim, { find, isStored: stored !== undefined }))
  }
  const until = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
  let error: string | null = null
  if (retention !== null && asked.length > 0) {
    const read = await readAgain(services, { orgId, platform, retention, asked }, { signal: until, onAsked })
    reach('reread.answered')
    error = read.fault?.message ?? null
    for (const one of asked) {
      const outcome = judgeReread(one, { ...read, platform, orgId, retention, nowMs: services.nowMs() })
      outcomes.push({ listenerId: one.find.listenerId, dedupeKey: one.find.dedupeKey, ...outcome })
    }
  }
  await settleRereads(database, { orgId, token, outcomes })
  reach('reread.settled')
  const counts = { unchanged: 0, changed: 0, gone: 0, blanked: 0, postponed: 0 }
  for (const { outcome } of outcomes) counts[outcome] += 1
  return { orgId, platform, counts, error }
}

type AskedFind = { find: RereadFind; stored: Signal }

function storedSignal({ orgId }: RereadClaim, { signalId, signal }: RereadFind): Signal | undefined {
  return signal === null ? undefined : signalFrom({ orgId, id: signalId, state: signal })
}

/** What is not to be asked for: what is no signal, or no longer one. */
async function settleUnasked(
  database: Database,
  { orgId }: RereadClaim,
  { find, isStored }: { find: RereadFind; isStored: boolean },
): Promise<RereadOutcome> {
  const { listenerId, dedupeKey, signalId, state, signal, leftMs } = find
  const key = { listenerId, dedupeKey }
  if (state !== 'delivered' && state !== 'erased') {
    return { ...key, outcome: 'blanked', state: state === 'waiting' ? 'erased' : state }
  }
  // A deletion that the worker has not applied yet, or a signal that it has not stored yet.
  const isAwaited = isStored || (signal === null && leftMs !== null && leftMs > 0)
  if (isAwaited) return { ...key, outcome: 'postponed', rereadInMs: stillThereMs }
  await eraseRecordedBodies(database, { orgId, signalId })
  reach('reread.blanked')
  return { ...key, outcome: 'blanked', state: 'erased' }
}

type Read = {
  /** By key. */
  items: Map<string, RereadItem>
  /** What was asked for to its end: of these, one without an item is gone, unless it is shown and cannot be read. */
  answered: Set<string>
  fault: { message: string; retryAfterMs?: number | undefined } | undefined
}

async function readAgain(
  services: SearchingServices,
  given: { orgId: string; platform: Platform; retention: PlatformRetention; asked: readonly AskedFind[] },
  { signal, onAsked }: Options,
): Promise<Read> {
  const { orgId, platform, retention } = given
  const read: Read = { items: new Map(), answered: new Set(), fault: undefined }
  const unread = new Set<string>()
  const { search } = getPlatform(platform)
  const access = search && (await accessPlatform(services, { orgId, platform, search, board: null }))
  if (access === undefined) return read
  if ('refusal' in access) return { ...read, fault: { message: access.refusal } }
  const keys = [...new Set(given.asked.map(({ find }) => find.dedupeKey))]
  for (let at = 0; at < keys.length; at += retention.mostKeys) {
    const part = keys.slice(at, at + retention.mostKeys)
    for (let next = retention.start(part); next !== null; ) {
      const means = { ...services, orgId, signal, freshMs: 0, read: retention.read }
      const { result, httpStatus } = await askFor(access, next, means)
      if (httpStatus !== undefined) onAsked(platform, httpStatus)
      if ('fault' in result) return { ...read, fault: result }
      for (const item of result.items) read.items.set(item.key, item)
      for (const key of result.unread ?? []) unread.add(key)
      next = result.next
    }
    for (const key of part) if (!unread.has(key)) read.answered.add(key)
  }
  return unread.size === 0 ? read : { ...read, fault: { message: unreadable } }
}

type Outcome = RereadOutcome extends infer One
  ? One extends RereadOutcome
    ? Omit<One, 'listenerId' | 'dedupeKey'>
    : never
  : never

function judgeReread(
  { find, stored }: AskedFind,
  read: Read & { orgId: string; platform: Platform; retention: PlatformRetention; nowMs: number },
): Outcome {
  const { items, answered, fault, platform, retention, nowMs } = read
  const item = items.get(find.dedupeKey)
  const again = retentionOf(platform)
  if (item !== undefined && again !== null) {
    const refreshed = refreshSignal(stored, item)
    if (refreshed === undefined) return { outcome: 'unchanged', ...again }
    return { ...changedOf(find, refreshed), ...again }
  }
  if (answered.has(find.dedupeKey)) {
    return goneOf(find, { orgId: read.orgId, nowMs, reason: 'Its platform no longer shows it.' })
  }
  const spareMs = (find.leftMs ?? 0) - retention.keepMs * marginShare
  if (spareMs <= 0) {
    const reason = `It could not be read again in time: ${fault?.message ?? 'there was no answer.'}`
    return goneOf(find, { orgId: read.orgId, nowMs, reason })
  }
  const waitMs = Math.min(dayMs, Math.max(soonestRetryMs, fault?.retryAfterMs ?? retryMs))
  return { outcome: 'postponed', rereadInMs: Math.min(waitMs, spareMs) }
}

/**
 * Dated right after the document that it replaces, so it never undoes what happened meanwhile, such as a deletion. Its
 * id is of both documents.
 */
function changedOf({ signal, components }: RereadFind, refreshed: Signal) {
  const { id, orgId } = refreshed
  const occurredAt = momentAfter(0, signal?.last.key)
  const content = JSON.stringify(refreshed)
  const eventId = `evt_${hashOf(id, 'reread', occurredAt, content)}`
  const event = { id: eventId, type: 'signal.updated', occurredAt, orgId, data: { signal: refreshed } }
  return {
    ...{ outcome: 'changed' as const, eventId, event: JSON.stringify(event) },
    components: requoteComponents(components, refreshed),
    titleKey: refreshed.titleKey ?? null,
    simhash: refreshed.titleKey === undefined ? null : simhash(refreshed.excerpt),
  }
}

function goneOf(
  { signalId, signal }: RereadFind,
  { orgId, nowMs, reason }: { orgId: string; nowMs: number; reason: string },
): Outcome {
  const occurredAt = momentAfter(nowMs, signal?.last.key)
  const eventId = `evt_${hashOf(signalId, 'gone', occurredAt)}`
  const event = { id: eventId, type: 'signal.deleted', occurredAt, orgId, data: { signalId } }
  return { outcome: 'gone', eventId, event: JSON.stringify(event), reason, rereadInMs: appliedMs }
}

function hashOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
