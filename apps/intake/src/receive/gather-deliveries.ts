import type { ReceivedRequest, StoredBatch } from '@signalpost/database/ledger'
import { TransientError } from '@signalpost/domain'
import { reach } from '@signalpost/runtime'

type Options = {
  /** Commits a batch; rejects when it may not have been committed. */
  store: (requests: ReceivedRequest[]) => Promise<StoredBatch>
  /** Called after each committed batch. */
  onStored: (batchId: string) => void
  limits?: Partial<GatherLimits>
  nowMs?: () => number
}

export type GatherLimits = {
  flushesAtOnce: number
  /** How long all flushes in flight must have run before another begins beside them. */
  flushPatienceMs: number
  flushEvents: number
  flushBytes: number
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
  waitingEvents: 20_000,
  waitingBytes: 64 * 1024 * 1024,
  deadlineMs: 1_800,
}
const expiryIntervalMs = 50
const retryAfterMs = 1_000

/**
 * Group commit without timers. While a flush is in flight, the next batch gathers; when the flush ends, everything
 * gathered goes as one. At low load, a batch is one request and waits for nothing; under load, one commit serves
 * hundreds. Another flush begins only beside a slow one, since two halves cost more than a whole. Past the limit,
 * requests are refused and nothing of them is stored.
 */
export function createGatherer({
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

  const flush = (): void => {
    while (waiting.length > 0 && mayFlush()) {
      const batch = takeBatch()
      const entry = { batch, flushed: Promise.resolve(), startedAtMs: nowMs() }
      inFlight.add(entry)
      entry.flushed = storeBatch(batch).finally(() => {
        inFlight.delete(entry)
        flush()
      })
    }
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
  const storeBatch = async (batch: Waiting[]): Promise<void> => {
    try {
      const { batchId, deliveryIds } = await store(batch.map((one) => one.request))
      reach('batch.stored')
      for (const [index, one] of batch.entries()) one.resolve(deliveryIds[index] ?? [])
      onStored(batchId)
    } catch (error) {
      const failure = new TransientError('The delivery could not be stored.', { cause: error, retryAfterMs })
      for (const one of batch) one.reject(failure)
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
  }
  const expiry = setInterval(expire, expiryIntervalMs)
  expiry.unref()

  return {
    gather: (request, sinceMs = nowMs()) =>
      new Promise((resolve, reject) => {
        const events = waitingEvents + request.events.length
        const bytes = waitingBytes + request.body.length
        if (waiting.length > 0 && (events > bound.waitingEvents || bytes > bound.waitingBytes)) {
          reject(new TransientError('Too much waits to be stored.', { retryAfterMs }))
          return
        }
        waiting.push({ request, sinceMs, resolve, reject })
        waitingEvents = events
        waitingBytes = bytes
        flush()
      }),
    waitingEvents: () => waitingEvents,
    close: async () => {
      while (inFlight.size > 0) await Promise.all([...inFlight].map((entry) => entry.flushed))
      clearInterval(expiry)
    },
  }
}
