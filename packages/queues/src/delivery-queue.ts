import { TransientError } from '@signalpost/domain'
import {
  connectTimeoutMs,
  openConnection,
  type QueueConnection,
  type QueueMemory,
  shareOf,
} from './open-connection.ts'
import type { QueueBackend } from './queue-backend.ts'
import { producerUsual } from './queue-connections.ts'
import { deliveriesQueue } from './queue-names.ts'
import { withDeadline } from './with-deadline.ts'

/** Carries batches from the intake to the workers. A lost job loses nothing: the sweep finds the ledger's rows. */
export type DeliveryQueue = {
  /** Enqueues a stored batch of so many deliveries. Throws a TransientError when that takes too long. */
  add: (batchId: string, deliveries: number) => Promise<void>
  /** How many batches wait. */
  depth: () => Promise<number>
  /** The memory of Redis, of its fullest node in a Cluster; undefined on PostgreSQL. */
  memory: () => Promise<QueueMemory | undefined>
  /** Throws when the backend does not answer. */
  check: () => Promise<void>
  close: () => Promise<void>
}

type Options = {
  backend: QueueBackend
  /** Called with every fault of the connection, and when Redis' memory is nearly used up. */
  onError: (error: Error) => void
  /** To PostgreSQL; Redis takes one. */
  maxConnections?: number
  deadlineMs?: number
}

const deadlineDefaultMs = 2_000
const addsInFlightMax = 64
const faultsBeforeReplacement = 3
const reopenIntervalMs = 1_000
const memoryCheckIntervalMs = 5_000
const memoryAlarmShare = 0.6
const memoryStopShare = 0.7

export function createDeliveryQueue({
  backend,
  onError,
  maxConnections = producerUsual,
  deadlineMs = deadlineDefaultMs,
}: Options): DeliveryQueue {
  const holder = createQueueHolder(backend, { deadlineMs, maxConnections, onError })
  let inFlight = 0
  let memoryShare = 0
  const { run } = holder
  const readMemory = (): Promise<QueueMemory | undefined> =>
    run('Reading the memory of the queue', ({ connection }) => connection.memory())
  const watchMemory = setInterval(() => {
    readMemory()
      .then((memory) => {
        memoryShare = memory === undefined ? 0 : shareOf(memory)
        if (memoryShare >= memoryAlarmShare)
          onError(new TransientError(`The queue uses ${Math.round(memoryShare * 100)} % of its memory.`))
      })
      .catch(onError)
  }, memoryCheckIntervalMs)
  watchMemory.unref()

  return {
    add: async (batchId, deliveries) => {
      if (inFlight >= addsInFlightMax) throw new TransientError('Too many batches wait to be enqueued.')
      if (memoryShare >= memoryStopShare)
        throw new TransientError('The memory of the queue is nearly used up.')
      inFlight += 1
      try {
        await run('Enqueuing a batch', ({ queue }) =>
          queue.add(
            'apply',
            { batchId, deliveries },
            { jobId: batchId, removeOnComplete: true, removeOnFail: true },
          ),
        )
      } finally {
        inFlight -= 1
      }
    },
    depth: () => run('Counting the batches', ({ queue }) => queue.getWaitingCount()),
    memory: readMemory,
    check: () => run('Reaching the queue', ({ connection }) => connection.ping()),
    close: async () => {
      clearInterval(watchMemory)
      await holder.close()
    },
  }
}

type OpenQueue = { connection: QueueConnection; queue: ReturnType<QueueConnection['createQueue']> }
type Settings = { deadlineMs: number; maxConnections: number; onError: (error: Error) => void }

/** Keeps one open queue, and replaces it when its calls fail repeatedly. */
function createQueueHolder(backend: QueueBackend, { deadlineMs, maxConnections, onError }: Settings) {
  let current: Promise<OpenQueue> | undefined
  let openedAtMs = Number.NEGATIVE_INFINITY
  let faults = 0
  let isOpen = false

  const open = (): Promise<OpenQueue> => {
    if (current !== undefined) return current
    // Not by the wall clock, which can be set back.
    if (performance.now() - openedAtMs < reopenIntervalMs)
      throw new TransientError('The queue was unreachable a moment ago.')
    openedAtMs = performance.now()
    const opening = openQueue(backend, { maxConnections, onError })
    current = opening
    isOpen = false
    opening.then(
      () => {
        if (current === opening) isOpen = true
      },
      () => {
        if (current === opening) current = undefined
      },
    )
    return opening
  }
  const replaceAfterFaults = (): void => {
    // A connection that takes longer to open than its callers wait will serve the next ones.
    if (current !== undefined && !isOpen) return
    faults += 1
    if (faults < faultsBeforeReplacement || current === undefined) return
    const broken = current
    current = undefined
    faults = 0
    broken.then((opened) => closeQueue(opened, deadlineMs)).catch(onError)
  }
  return {
    run: async <T>(what: string, work: (opened: OpenQueue) => Promise<T>): Promise<T> => {
      try {
        const result = await withDeadline(open().then(work), deadlineMs, what)
        faults = 0
        return result
      } catch (error) {
        replaceAfterFaults()
        throw new TransientError(`${what} failed.`, { cause: error })
      }
    },
    close: async (): Promise<void> => {
      const last = current
      current = undefined
      openedAtMs = Number.POSITIVE_INFINITY
      // A queue that never opens closes its connection itself.
      const closing = last?.then(
        (opened) => closeQueue(opened, deadlineMs),
        () => undefined,
      )
      if (isOpen) await closing
      else closing?.catch(onError)
    },
  }
}

// A Queue that is built while its store is away stays broken, so the store must answer first.
async function openQueue(
  backend: QueueBackend,
  { maxConnections, onError }: Pick<Settings, 'maxConnections' | 'onError'>,
): Promise<OpenQueue> {
  const connection = openConnection(backend, { role: 'producer', maxConnections, onError })
  try {
    await withDeadline(connection.open(), connectTimeoutMs, 'Reaching the queue')
    const queue = connection.createQueue(deliveriesQueue, { skipWaitingForReady: true })
    queue.on('error', onError)
    return { connection, queue }
  } catch (error) {
    await connection.close()
    throw error
  }
}

async function closeQueue({ connection, queue }: OpenQueue, deadlineMs: number): Promise<void> {
  try {
    await withDeadline(queue.close(), deadlineMs, 'Closing the queue')
  } finally {
    await withDeadline(connection.close(), deadlineMs, 'Closing the connection of the queue')
  }
}
