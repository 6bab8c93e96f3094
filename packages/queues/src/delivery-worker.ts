import type { EnqueuedBatch } from './enqueued-batch.ts'
import { connectTimeoutMs, openConnection, type QueueConnection } from './open-connection.ts'
import type { QueueBackend } from './queue-backend.ts'
import { consumerUsual } from './queue-connections.ts'
import { deliveriesQueue } from './queue-names.ts'
import { explainRedisFault } from './redis/explain-redis-fault.ts'
import { withDeadline } from './with-deadline.ts'

export type DeliveryWorker = {
  /** Throws when the backend does not answer, or no worker runs on it; a NotReadyError if waiting does not help. */
  check: () => Promise<void>
  /** Takes no more jobs and waits up to 20 s for those in flight. */
  close: () => Promise<void>
}

type Options = {
  backend: QueueBackend
  /** Applies a batch. An error ends the job; the ledger decides what happens next. */
  processBatch: (batch: EnqueuedBatch) => Promise<void>
  concurrency: number
  /** To PostgreSQL; one of them listens. Redis takes one. */
  maxConnections?: number
  onError: (error: Error) => void
}

const checkDeadlineMs = 1_500
const closeDeadlineMs = 20_000
const superviseIntervalMs = 2_000

/**
 * Consumes enqueued batches. Opens the connection once the backend answers, and again whenever its worker has stopped:
 * a BullMQ worker built without its store stays broken.
 */
export function createDeliveryWorker({
  backend,
  processBatch,
  concurrency,
  maxConnections = consumerUsual(concurrency),
  onError: report,
}: Options): DeliveryWorker {
  let explained: Error | undefined
  const onError = (error: Error): void => {
    explained = explainRedisFault(error) ?? explained
    report(error)
  }
  let current: OpenWorker | undefined
  let isClosing = false
  let opening: Promise<void> | undefined

  const supervise = async (): Promise<void> => {
    if (isClosing || current?.worker.isRunning() === true) return
    if (current !== undefined) {
      const stopped = current
      current = undefined
      await closeWorker(stopped, checkDeadlineMs).catch(onError)
    }
    current = await openWorker({ backend, processBatch, concurrency, maxConnections, onError })
  }
  const superviseOnce = (): void => {
    opening ??= supervise()
      .catch(onError)
      .finally(() => {
        opening = undefined
      })
  }
  const timer = setInterval(superviseOnce, superviseIntervalMs)
  superviseOnce()

  return {
    check: async () => {
      if (current?.worker.isRunning() !== true) {
        throw explained ?? new Error('The worker of the queue is not running.')
      }
      await withDeadline(current.connection.ping(), checkDeadlineMs, 'Reaching the queue')
      explained = undefined
    },
    close: async () => {
      isClosing = true
      clearInterval(timer)
      await opening
      if (current !== undefined) await closeWorker(current, closeDeadlineMs)
    },
  }
}

type OpenWorker = { connection: QueueConnection; worker: ReturnType<QueueConnection['createWorker']> }

async function openWorker({
  backend,
  processBatch,
  concurrency,
  maxConnections,
  onError,
}: Required<Options>): Promise<OpenWorker> {
  const connection = openConnection(backend, { role: 'consumer', maxConnections, onError })
  try {
    await withDeadline(connection.open(), connectTimeoutMs, 'Reaching the queue')
  } catch (error) {
    await connection.close()
    throw error
  }
  const worker = connection.createWorker(deliveriesQueue, (job) => processBatch(job.data), {
    concurrency,
    lockDuration: 60_000,
    stalledInterval: 15_000,
    // BullMQ would fail a job permanently after two crashes; the ledger counts a delivery's failures instead.
    maxStalledCount: 1_000_000,
    runRetryDelay: 1_000,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  })
  worker.on('error', onError)
  return { connection, worker }
}

async function closeWorker({ connection, worker }: OpenWorker, deadlineMs: number): Promise<void> {
  try {
    await withDeadline(worker.close(), deadlineMs, 'Closing the worker')
  } catch (error) {
    // Gives up jobs that still run: their deliveries stay queued in the ledger.
    await withDeadline(
      worker.close(true),
      checkDeadlineMs,
      `Forcing the worker to close after ${String(error)}`,
    )
  } finally {
    await connection.close()
  }
}
