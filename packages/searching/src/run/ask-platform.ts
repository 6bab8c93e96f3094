import { createHash } from 'node:crypto'
import type { Database } from '@signalpost/database'
import {
  type BudgetOverride,
  blockBudget,
  type FetchedPage,
  findBlock,
  findFetchedPage,
  type PermitWindow,
  releasePermits,
  returnPermits,
  saveFetchedPage,
  takePermits,
} from '@signalpost/database/searching'
import { dayMs, hourMs, minuteMs, secondMs } from '@signalpost/domain'
import { type Outgoing, type OutgoingAnswer, OutgoingError } from '@signalpost/outgoing'
import {
  addressOf,
  type PlatformAnswer,
  type PlatformRequest,
  type PlatformSearch,
  type PlatformSecrets,
  type SearchFault,
  type SearchPage,
} from '@signalpost/platforms'
import { pause, reach } from '@signalpost/runtime'
import { feedBudgetOf } from './feed-budget.ts'

/** How one workspace asks one platform. */
export type PlatformAccess = {
  /** Shared by every process and every listener that asks through the same connection. */
  budgetId: string
  /** Whether other workspaces ask through it too. */
  isShared: boolean
  budget: BudgetOverride | null
  baseUrl: string | undefined
  secrets: PlatformSecrets
  search: PlatformSearch
}

export type Asked<Page = SearchPage> = {
  result: Page | SearchFault
  /** Undefined where nothing was asked: nothing may be, or the answer was known. */
  httpStatus: number | undefined
  /** What the request took of the budget; undefined where nothing was asked. */
  spent: number | undefined
}

type Means = {
  database: Database
  outgoing: Outgoing
  orgId: string
  /** How old a known answer may be to be taken instead of asking. */
  freshMs: number
  signal: AbortSignal
  nowMs: () => number
  /** Called once an answer is here, before it is read. */
  beforeReading?: (() => Promise<void>) | undefined
}

type Read<Page> = (answer: PlatformAnswer, request: PlatformRequest) => Page | SearchFault

const timeoutMs = 20 * secondMs
const mebibyte = 1024 * 1024
const maxAnswerBytes = 32 * mebibyte
const mostRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])
/** Longer than a request takes, so that two are under way only after a crash. */
const askingMs = timeoutMs + 10 * secondMs
const turnPollMs = 200
const exhaustedMs = hourMs
/** The share of a day's budget that backfills may spend. The rest is for what is new. */
const backfillShare = 0.1
const throttledMs = minuteMs

/** Asks a platform for one page of a search, as `askFor` does. */
export async function askPlatform(
  access: PlatformAccess,
  request: PlatformRequest,
  means: Means,
): Promise<Asked> {
  return askFor(access, request, { ...means, read: access.search.read })
}

/**
 * Asks a platform for one page, within its budget: waits for its turn, and asks nothing while the platform wants to be
 * left alone. What another search fetched lately is not fetched again; an older answer is asked for on the condition
 * that it changed.
 */
export async function askFor<Page extends { cost?: number; quietMs?: number }>(
  access: PlatformAccess,
  request: PlatformRequest,
  { read, ...means }: Means & { read: Read<Page> },
): Promise<Asked<Page>> {
  const { search, secrets, baseUrl, budgetId } = access
  const { database, freshMs, nowMs } = means
  const sharer = access.isShared ? { orgId: means.orgId } : {}
  const url = addressOf(request, baseUrl)
  const page = { budgetId, requestSha256: hashOf(request, url) }
  const findKnown = async (withinMs?: number) =>
    request.method === 'GET' && withinMs !== 0
      ? findFetchedPage(database, { ...page, ...(withinMs !== undefined && { withinMs }) })
      : undefined
  const readNext = async (answer: PlatformAnswer): Promise<Page | SearchFault> => {
    await means.beforeReading?.()
    return read(answer, request)
  }
  const unasked = async (fresh: FetchedPage): Promise<Asked<Page>> => ({
    result: await readNext(answerOf(fresh, nowMs())),
    httpStatus: undefined,
    spent: undefined,
  })

  const turn = await takeTurn(access, request, means, () => findKnown(freshMs))
  if ('fault' in turn) return { result: turn, httpStatus: undefined, spent: undefined }
  if ('body' in turn) return unasked(turn)
  reach('search.permitted')
  let block: { blockedMs: number; reason: string } | undefined
  const place = { url }
  try {
    const known = await findKnown()
    if (known !== undefined && freshMs > 0) {
      const restMs = search.findRestMs?.(known.body) ?? 0
      // Another search may have fetched it right before this turn began.
      if (known.ageMs < Math.max(freshMs, restMs)) {
        await returnPermits(database, { budgetId, windows: turn.windows, unspent: request.cost, ...sharer })
        return await unasked(known)
      }
    }
    const headers = { ...request.headers, ...validatorsOf(known), ...search.authorize(request, secrets) }
    const answer = await send({ ...request, url, headers }, { ...means, search, place })
    reach('search.answered')
    if ('fault' in answer) return { result: answer, httpStatus: undefined, spent: request.cost }
    const isUnchanged = answer.status === 304 && known !== undefined
    const result = await readNext(isUnchanged ? answerOf(known, nowMs()) : answer)
    const spent = Math.min(request.cost, result.cost ?? request.cost)
    const unspent = request.cost - spent
    if (unspent > 0) await returnPermits(database, { budgetId, windows: turn.windows, unspent, ...sharer })
    const asked = 'fault' in result ? blockOf(result) : quietOf(result)
    const answeredBy = feedBudgetOf(place.url)
    // The host that a redirect leads to speaks for itself, not for the host that led there.
    if (asked === undefined || answeredBy === feedBudgetOf(url)) block = asked
    else await blockBudget(database, { budgetId: answeredBy, ...asked })
    if ('fault' in result) return { result, httpStatus: answer.status, spent }
    if (isUnchanged) {
      await saveFetchedPage(database, { ...page, page: 'unchanged' })
    } else if (answer.status === 200 && isWorthKnowing(answer, search) && request.method === 'GET') {
      await saveFetchedPage(database, { ...page, page: pageOf(answer) })
    }
    return { result, httpStatus: answer.status, spent }
  } finally {
    await releasePermits(database, { budgetId, token: turn.token, block })
  }
}

/** Secrets and short-lived tokens are no part of what is asked. */
function hashOf({ method, body }: PlatformRequest, url: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest()
}

/** Waits for a turn, or until another search has fetched the same. */
async function takeTurn(
  { budgetId, budget, search, isShared }: PlatformAccess,
  { unit, cost, isBackfill = false }: PlatformRequest,
  { database, signal, orgId }: Means,
  findFresh: () => Promise<FetchedPage | undefined>,
): Promise<{ token: string; windows: PermitWindow[] } | FetchedPage | SearchFault> {
  const windows = budget === null ? search.budget.filter((one) => one.unit === unit) : [{ unit, ...budget }]
  const ofBackfills = isBackfill
    ? windows.map(({ most, windowMs }) => ({
        ...{ unit: `${unit} of backfills`, windowMs: dayMs },
        most: Math.max(cost, Math.floor(most * (dayMs / windowMs) * backfillShare)),
      }))
    : []
  const leastOfBackfills = ofBackfills.toSorted((one, other) => one.most - other.most).slice(0, 1)
  const costs = [...windows, ...leastOfBackfills].map((window) => ({ ...window, cost }))
  while (!signal.aborted) {
    const fresh = await findFresh()
    if (fresh !== undefined) return fresh
    const permit = await takePermits(database, {
      ...{ budgetId, costs, spacingMs: 0, askingMs },
      ...(isShared && { orgId }),
    })
    if (permit.isTaken) return permit
    const { reason, waitMs, detail } = permit
    if (reason === 'exhausted') {
      return {
        fault: 'exhausted',
        retryAfterMs: waitMs,
        message: `The budget is used up. ${silence(waitMs)}`,
      }
    }
    if (reason === 'blocked') {
      const message = `${detail ?? 'The platform asked to wait.'} ${silence(waitMs)}`
      return { fault: 'throttled', retryAfterMs: waitMs, message }
    }
    await pause(Math.min(waitMs, turnPollMs), signal)
  }
  return { fault: 'broken', message: 'The run ended before its turn came.' }
}

const silenced = 'Nothing is asked for'

/** Whether a search says that it waits, as its platform or its budget demands, and not that it failed. */
export function isWaiting(error: string): boolean {
  return error.includes(silenced)
}

function silence(waitMs: number): string {
  return `${silenced} ${Math.ceil(waitMs / secondMs)} s.`
}

/**
 * Each address of a chain of redirects passes the guard; the limit is for all together. None is asked while its host
 * wants to be left alone. `place` gets the address that answers.
 */
async function send(
  request: PlatformRequest,
  means: Means & { search: PlatformSearch; place: { url: string } },
  redirected = 0,
  endsAtMs = performance.now() + timeoutMs,
): Promise<PlatformAnswer | SearchFault> {
  const { method, url, headers, body } = request
  const { outgoing, orgId, signal, nowMs, search, database } = means
  const mostBytes = search.bodies?.mostBytes ?? maxAnswerBytes
  let answer: OutgoingAnswer
  try {
    answer = await outgoing.request({
      ...{ method, url, headers, maxAnswerBytes: mostBytes, wholeAnswer: true },
      ...{ timeoutMs: Math.max(1, endsAtMs - performance.now()), caller: orgId, signal },
      ...(body !== undefined && { body }),
    })
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const isTooLarge = error.code === 'too_large'
    const message = isTooLarge
      ? `Its answer has more than ${mostBytes / mebibyte} MiB.`
      : `It gives no answer that can be read. ${error.message}`
    return { fault: 'broken', message }
  }
  const { status } = answer
  const target = search.followsRedirects === true && redirects.has(status) ? targetOf(answer, url) : undefined
  if (target !== undefined) {
    if (redirected >= mostRedirects) {
      return { fault: 'broken', message: `It redirects more than ${mostRedirects} times.` }
    }
    const block = await findBlock(database, feedBudgetOf(target))
    if (block !== undefined && feedBudgetOf(target) !== feedBudgetOf(url)) {
      const waitMs = Math.max(1, block.until.getTime() - nowMs())
      const message = `${block.reason ?? 'The host asked to wait.'} ${silence(waitMs)}`
      return { fault: 'throttled', retryAfterMs: waitMs, message }
    }
    means.place.url = target
    return send({ ...request, url: target }, means, redirected + 1, endsAtMs)
  }
  // Only what was asked for is worth decoding: a refusal says what it is by its status.
  const text =
    (status === 200 && search.bodies?.decode(answer.body, answer.headers['content-type'])) ||
    answer.body.toString('utf8')
  if (typeof text !== 'string') return text
  return { status, headers: answer.headers, receivedAtMs: nowMs(), body: text }
}

/** Undefined unless a redirect leads to another web address. */
function targetOf({ headers }: OutgoingAnswer, url: string): string | undefined {
  const target = URL.parse(headers.location ?? '', url)
  return headers.location !== undefined && /^https?:$/.test(target?.protocol ?? '') ? target?.href : undefined
}

function blockOf({
  fault,
  retryAfterMs,
  message,
}: SearchFault): { blockedMs: number; reason: string } | undefined {
  if (fault === 'throttled') return { blockedMs: retryAfterMs ?? throttledMs, reason: message }
  if (fault === 'exhausted') return { blockedMs: retryAfterMs ?? exhaustedMs, reason: message }
  return retryAfterMs === undefined ? undefined : { blockedMs: retryAfterMs, reason: message }
}

function quietOf({ quietMs }: { quietMs?: number }): { blockedMs: number; reason: string } | undefined {
  return quietMs === undefined ? undefined : { blockedMs: quietMs, reason: 'Its limit is reached.' }
}

function validatorsOf(known: FetchedPage | undefined): Record<string, string> {
  if (known === undefined) return {}
  return {
    ...(known.etag !== null && { 'if-none-match': known.etag }),
    ...(known.lastModified !== null && { 'if-modified-since': known.lastModified }),
  }
}

/** Everyone who asks for a board asks the same; other queries are hardly ever asked twice. */
function isWorthKnowing({ headers }: PlatformAnswer, { needsBoard }: PlatformSearch): boolean {
  return needsBoard || headers.etag !== undefined || headers['last-modified'] !== undefined
}

function pageOf({ headers, body }: PlatformAnswer): Omit<FetchedPage, 'ageMs'> {
  return { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null, body }
}

function answerOf({ etag, lastModified, body }: FetchedPage, receivedAtMs: number): PlatformAnswer {
  return {
    status: 200,
    headers: {
      ...(etag !== null && { etag }),
      ...(lastModified !== null && { 'last-modified': lastModified }),
    },
    body,
    receivedAtMs,
  }
}
