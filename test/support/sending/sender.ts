import { createHash } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { signServiceV1 } from '@signalpost/signatures'
import { type Answer, sendRequest, waitUntil } from '@signalpost/testing'
import type { Attempt, Book, Expectation, Outcome } from './book.ts'
import { pickOne, type Random } from './random.ts'

export type SignedSource = { sourceId: string; orgId: string; secret: string }

export type Outgoing = {
  source: SignedSource
  body: Buffer
  events: { eventId: string; expectation: Expectation }[]
  /** Spoils the headers of a well-formed request. */
  spoil?: (headers: Record<string, string>) => Record<string, string>
}

export type SenderTotals = Record<Outcome, number> & {
  /** Deliveries whose first attempt has ended. */
  deliveries: number
  /** Deliveries named by a 202, counted once for each 202. */
  acknowledged: number
  /** The answers by status; missing ones count under `none`. */
  statuses: Record<string, number>
  /** The answers that the contract does not allow. */
  strange: string[]
}

export type Sender = {
  /** Sends until the outcome is known or no retry is left. Returns the last attempt's outcome. */
  send: (outgoing: Outgoing) => Promise<Attempt['outcome']>
  /** Sends all, `concurrency` at a time. */
  sendAll: (outgoing: AsyncIterable<Outgoing> | Iterable<Outgoing>, concurrency: number) => Promise<void>
  totals: SenderTotals
  close: () => void
}

type Options = {
  book: Book
  /** Returns the intakes that are reachable. */
  intakeUrls: () => string[]
  random: Random
  /** How often an attempt with an unknown outcome is repeated with the same id. */
  retries?: number
  /** The share of deliveries that may be retried. */
  retryShare?: number
  /** The share of requests on a new connection. */
  freshShare?: number
  timeoutMs?: number
}

const refusals = new Set([400, 401, 403, 404, 405, 413, 415, 429])
const openEnds = new Set([408, 503])
const retryDelayMs = 100
const strangeShown = 20

/** Creates a sender as the contract expects it, which records everything that it sends and receives in its book. */
export function createSender({
  book,
  intakeUrls,
  random,
  retries = 100,
  retryShare = 1,
  freshShare = 0.2,
  timeoutMs = 10_000,
}: Options): Sender {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 256 })
  const totals: SenderTotals = {
    ok: 0,
    refused: 0,
    unknown: 0,
    deliveries: 0,
    acknowledged: 0,
    statuses: {},
    strange: [],
  }
  const reportStrange = (what: string): void => {
    if (totals.strange.length < strangeShown) totals.strange.push(what)
  }

  const attemptOnce = async ({ source, body, events, spoil }: Outgoing): Promise<Outcome> => {
    await waitUntil('an intake is ready', () => intakeUrls().length > 0)
    const intakeUrl = pickOne(intakeUrls(), random)
    const timestampSeconds = Math.floor(Date.now() / 1000)
    const signed = {
      'content-type': 'application/json',
      'x-service-signature': signServiceV1({ secret: source.secret, timestampSeconds, body }),
    }
    const attempt = book.begin({
      sourceId: source.sourceId,
      sha256: createHash('sha256').update(body).digest('hex'),
      events,
    })
    const answer = await sendRequest(intakeUrl, {
      path: `/hooks/${source.sourceId}`,
      headers: Object.entries(spoil === undefined ? signed : spoil(signed)),
      body,
      agent: random() < freshShare ? false : agent,
      timeoutMs,
      // Broken or late: recorded as unknown.
    }).catch(() => undefined)
    const outcome = outcomeOf(answer?.status)
    const deliveryIds = outcome === 'ok' ? deliveryIdsOf(answer?.body ?? '', events) : []
    book.end(attempt, { outcome, status: answer?.status, deliveryIds: deliveryIds ?? [] })
    totals[outcome] += 1
    totals.acknowledged += deliveryIds?.length ?? 0
    totals.statuses[answer?.status ?? 'none'] = (totals.statuses[answer?.status ?? 'none'] ?? 0) + 1
    if (deliveryIds === undefined)
      reportStrange(`a 202 that names other deliveries: ${answer?.body.slice(0, 200)}`)
    if (answer !== undefined) for (const flaw of flawsOf(answer)) reportStrange(flaw)
    return outcome
  }

  const send = async (outgoing: Outgoing): Promise<Outcome> => {
    let left = random() < retryShare ? retries : 0
    let outcome = await attemptOnce(outgoing)
    totals.deliveries += outgoing.events.length
    while (outcome === 'unknown' && left > 0) {
      left -= 1
      await sleep(retryDelayMs * (0.5 + random()))
      outcome = await attemptOnce(outgoing)
    }
    return outcome
  }

  return {
    send,
    sendAll: async (outgoing, concurrency) => {
      const iterator =
        Symbol.asyncIterator in outgoing ? outgoing[Symbol.asyncIterator]() : outgoing[Symbol.iterator]()
      const lane = async (): Promise<void> => {
        for (;;) {
          const next = await iterator.next()
          if (next.done === true) return
          await send(next.value)
        }
      }
      await Promise.all(Array.from({ length: concurrency }, lane))
    },
    totals,
    close: () => agent.destroy(),
  }
}

function outcomeOf(status: number | undefined): Outcome {
  if (status === 202) return 'ok'
  return status !== undefined && refusals.has(status) ? 'refused' : 'unknown'
}

/** Returns the ids in a 202; undefined if they are not exactly those of the events. */
function deliveryIdsOf(body: string, events: Outgoing['events']): string[] | undefined {
  const parsed: unknown = JSON.parse(body)
  const named = isRecord(parsed) && Array.isArray(parsed.deliveries) ? parsed.deliveries : [parsed]
  const ids = named.flatMap((one: unknown, index) =>
    isRecord(one) && typeof one.deliveryId === 'string' && one.eventId === events[index]?.eventId
      ? [one.deliveryId]
      : [],
  )
  return ids.length === events.length ? ids : undefined
}

function flawsOf({ status, headers, body }: Answer): string[] {
  if (status === 202) return []
  const flaws: string[] = []
  if (!refusals.has(status) && !openEnds.has(status)) flaws.push(`status ${status}: ${body.slice(0, 200)}`)
  if (status === 503 && !/^[1-9]\d*$/.test(headers['retry-after'] ?? ''))
    flaws.push('a 503 without Retry-After')
  if (status === 503 && !body.includes('"unavailable"')) flaws.push(`a 503 that says ${body.slice(0, 200)}`)
  return flaws
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
