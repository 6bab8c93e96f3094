import type { PoolNeed } from '@signalpost/runtime'
import type { QueueBackend } from './queue-backend.ts'

const none: PoolNeed = { least: 0, usual: 0 }

export const producerUsual = 2

export function consumerUsual(concurrency: number): number {
  return concurrency + 2
}

/** The connections to PostgreSQL of a process that enqueues batches. */
export function producerConnections({ kind }: QueueBackend): PoolNeed {
  return kind === 'postgres' ? { least: 1, usual: producerUsual } : none
}

/** The connections to PostgreSQL of a process that takes batches: one listens for them. */
export function consumerConnections({ kind }: QueueBackend, concurrency: number): PoolNeed {
  return kind === 'postgres' ? { least: 2, usual: consumerUsual(concurrency) } : none
}
