import type { Batch, ReceivedRequest, StoredBatch } from '@signalpost/database/ledger'
import { TransientError } from '@signalpost/domain'
import { reach } from '@signalpost/runtime'
import { createArrivalRate } from './arrival-rate.ts'
import { createOpenBatches } from './open-batches.ts'

type Options = {
  createBatch: () => Batch
  /** Commits requests into a batch; rejects when they may not have been committed. */
  store: (requests: ReceivedRequest[], batch: Batch) => Promise<StoredBatch>
  /** Called once for each batch, when all of it is committed, with how many deliveries it has. */
  onStored: (batchId: string, deliveries: number) => void
  limits?: Partial<GatherLimits>
  nowMs?: () => number
}

export type GatherLimits = {
  flushesAtOnce: number
  /** How long all flushes in flight must have run before another begins beside them. */
  flushPatienceMs: number
  flushEvents: number
  flushBytes: number
  /** Past this many requests a second, flushes gather and share batches. */
  busyPerSecond: number
  /** When busy, a flush begins this long after the last one began, or once `paceRequests` wait. */
  paceMs: number
  paceRequests: number
  /** When busy, how long a batch takes flushes, or until it has `batchEvents`. */
  batchMs: number
  batchEvents: number
  waitingEvents: number
  waitingBytes: number
  /** How long a request may wait for its answer. */
  deadlineMs: number
}

export type Gatherer = {
  /**
   * Resolves with the ids of the deliveries once they are durable; otherwise rejects with a TransientError. `sinceMs`
   * is when the request began to wait, by the gatherer's clock; defaults to the current time.
   */
  gather: (request: ReceivedRequest, sinceMs?: number) => Promise<string[]>
  waitingEvents: () => number
  /** Waits until everything gathered is stored. */
  close: () => Promise<void>
}

type Waiting = {
  request: ReceivedRequest
  sinceMs: number
  resolve: (deliveryIds: string[]) => void
  reject: (error: TransientError) => void
}

const defaultLimits: GatherLimits = {
  flushesAtOnce: 2,
  flushPatienceMs: 20,
  flushEvents: 1_000,
  flushBytes: 16 * 1024 * 1024,
  busyPerSecond: 1_000,
  paceMs: 10,
  paceRequests: 20,
  batchMs: 100,
  batchEvents: 1_000,
  waitingEvents: 20_000,
  waitingBytes: 64 * 1024 * 1024,
  deadlineMs: 1_800,
}
const expiryIntervalMs = 50
const retryAfterMs = 1_000

/**
 * Group commit. While a flush is in flight, the next one gathers; when the flush ends, everything gathered goes as one.
 * At low load, a flush is one request and waits for nothing; under load, one commit serves hundreds. In between, at a
 * steady 2,000 requests a second, each commit would serve three: flushes then keep a distance, and several share a
 * batch, so that one job and one transaction of a worker serve two hundred. Another flush begins only beside a slow one,
 * since two halves cost more than a whole. Past the limit, requests are refused and nothing of them is stored.
 */
export function createGatherer({
  createBatch,
  store,
  onStored,
  limits,
  nowMs = () => performance.now(),
}: Options): Gatherer {
  const bound = { ...defaultLimits, ...limits }
  let waiting: Waiting[] = []
  const inFlight = new Set<{ batch: Waiting[]; flushed: Promise<void>; startedAtMs: number }>()
  let waitingEvents = 0
  let waitingBytes = 0
  let lastFlushMs = Number.NEGATIVE_INFINITY
  let paceTimer: NodeJS.Timeout | undefined
  /** Runs while anything waits. */
  let expiry: NodeJS.Timeout | undefined
  let isClosing = false
  const arrivals = createArrivalRate(nowMs)
  const batches = createOpenBatches({
    ...{ createBatch, onStored, nowMs },
    openMs: bound.batchMs,
    mostEvents: bound.batchEvents,
  })

  const isBusy = (): boolean => !isClosing && arrivals.perSecond() >= bound.busyPerSecond
  const flush = (): void => {
    while (waiting.length > 0 && mayFlush()) {
      const paceLeftMs = lastFlushMs + bound.paceMs - nowMs()
      if (paceLeftMs > 0 && waiting.length < bound.paceRequests && isBusy()) {
        paceTimer ??= setTimeout(flushAfterPace, paceLeftMs)
        return
      }
      lastFlushMs = nowMs()
      const batch = takeBatch()
      const entry = { batch, flushed: Promise.resolve(), startedAtMs: lastFlushMs }
      inFlight.add(entry)
      entry.flushed = storeBatch(batch).finally(() => {
        inFlight.delete(entry)
        flush()
      })
    }
  }
  const flushAfterPace = (): void => {
    paceTimer = undefined
    flush()
  }
  const mayFlush = (): boolean => {
    if (inFlight.size >= bound.flushesAtOnce) return false
    const patientUntilMs = nowMs() - bound.flushPatienceMs
    for (const { startedAtMs } of inFlight) if (startedAtMs > patientUntilMs) return false
    return true
  }
  const takeBatch = (): Waiting[] => {
    let events = 0
    let bytes = 0
    let count = 0
    for (const { request } of waiting) {
      events += request.events.length
      bytes += request.body.length
      if (count > 0 && (events > bound.flushEvents || bytes > bound.flushBytes)) break
      count += 1
    }
    const batch = waiting.splice(0, count)
    for (const one of batch) discount(one)
    return batch
  }
  const discount = ({ request }: Waiting): void => {
    waitingEvents -= request.events.length
    waitingBytes -= request.body.length
  }
  const storeBatch = async (waiters: Waiting[]): Promise<void> => {
    const events = waiters.reduce((sum, { request }) => sum + request.events.length, 0)
    const requests = waiters.map((one) => one.request)
    try {
      await batches.flush({ events, isLast: !isBusy() }, async (batch) => {
        const { deliveryIds } = await store(requests, batch)
        reach('batch.stored')
        for (const [index, one] of waiters.entries()) one.resolve(deliveryIds[index] ?? [])
      })
    } catch (error) {
      const failure = new TransientError('The delivery could not be stored.', { cause: error, retryAfterMs })
      for (const one of waiters) one.reject(failure)
    }
  }
  const expire = (): void => {
    const latest = nowMs() - bound.deadlineMs
    const isLate = ({ sinceMs }: Waiting): boolean => sinceMs <= latest
    for (const late of waiting.filter(isLate)) {
      discount(late)
      late.reject(new TransientError('Nothing could be stored in time.', { retryAfterMs }))
    }
    waiting = waiting.filter((one) => !isLate(one))
    for (const { batch } of inFlight) {
      for (const late of batch.filter(isLate)) {
        late.reject(new TransientError('Storing takes too long.', { retryAfterMs }))
      }
    }
    flush()
    if (waiting.length > 0 || inFlight.size > 0) return
    clearInterval(expiry)
    expiry = undefined
  }

  return {
    gather: (request, sinceMs = nowMs()) =>
      new Promise((resolve, reject) => {
        const events = waitingEvents + request.events.length
        const bytes = waitingBytes + request.body.length
        if (waiting.length > 0 && (events > bound.waitingEvents || bytes > bound.waitingBytes)) {
          reject(new TransientError('Too much waits to be stored.', { retryAfterMs }))
          return
        }
        arrivals.note()
        expiry ??= setInterval(expire, expiryIntervalMs).unref()
        waiting.push({ request, sinceMs, resolve, reject })
        waitingEvents = events
        waitingBytes = bytes
        flush()
      }),
    waitingEvents: () => waitingEvents,
    close: async () => {
      isClosing = true
      flush()
      while (inFlight.size > 0) await Promise.all([...inFlight].map((entry) => entry.flushed))
      batches.close()
      clearTimeout(paceTimer)
      clearInterval(expiry)
    },
  }
}
