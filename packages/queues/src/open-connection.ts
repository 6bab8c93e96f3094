import { checkSession, createSessionPool } from '@signalpost/postgres'
import { createPostgresBackend, type PostgresConnectionOptions, Queue, Worker, withBackend } from 'bullmq'
import type { Pool } from 'pg'
import type { EnqueuedBatch } from './enqueued-batch.ts'
import type { QueueBackend } from './queue-backend.ts'
import { keyPrefix } from './queue-names.ts'
import { checkRedisRights } from './redis/check-redis-rights.ts'
import { connectRedis, type RedisRole, whenReady } from './redis/connect-redis.ts'

// BullMQ looks for its tables in this schema on a pool that it receives.
export const bullmqSchema = 'bullmq'

/** How long a connection to the store may take to open. A caller that cannot wait has a deadline of its own. */
export const connectTimeoutMs = 10_000

type Options = { role: RedisRole; maxConnections: number; onError: (error: Error) => void }

/** BullMQ's classes on one backend, and the connection that they share. */
export type QueueConnection = ReturnType<typeof openConnection>

/** Opens a connection for one Queue or Worker; `close` ends it after they are closed. */
export function openConnection(backend: QueueBackend, options: Options) {
  return backend.kind === 'postgres'
    ? openPostgresConnection(backend.url, options)
    : openRedisConnection(backend.nodes, options)
}

function openPostgresConnection(url: string, { role, maxConnections, onError }: Options) {
  const pool = createQueuePool(url, { role, maxConnections, onError })
  // BullMQ recognises a pool by its methods; the type it declares lacks members of pg's class.
  const connection = pool as unknown as PostgresConnectionOptions
  const { Queue: PostgresQueue, Worker: PostgresWorker } = withBackend(createPostgresBackend)
  return {
    createQueue: (name: string, options: { skipWaitingForReady: boolean }) =>
      new PostgresQueue(name, { ...options, connection }),
    createWorker: (name: string, processor: Processor, options: WorkerSettings) =>
      new PostgresWorker(name, processor, { ...options, connection }),
    open: () => checkSession(pool),
    ping: () => checkSession(pool),
    memory: async () => undefined,
    close: async () => {
      await pool.end()
    },
  }
}

function openRedisConnection(nodes: string[], { role, onError }: Options) {
  const client = connectRedis(nodes, { role, onError })
  const connection = { connection: client, prefix: keyPrefix }
  const ping = async (): Promise<void> => {
    await whenReady(client)
    await client.ping()
  }
  return {
    createQueue: (name: string, options: { skipWaitingForReady: boolean }) =>
      new Queue(name, { ...options, ...connection }),
    createWorker: (name: string, processor: Processor, options: WorkerSettings) =>
      new Worker(name, processor, { ...options, ...connection }),
    open: async () => {
      await ping()
      await checkRedisRights(client)
    },
    ping,
    memory: async () => {
      const masters = 'nodes' in client ? client.nodes('master') : [client]
      const replies = await Promise.all(masters.map((node) => node.info('memory')))
      return replies.map(memoryOf).reduce((fullest, one) => (shareOf(one) > shareOf(fullest) ? one : fullest))
    },
    close: async () => {
      client.disconnect()
    },
  }
}

/** Creates a pool that sees BullMQ's tables, with a limit on every call. */
export function createQueuePool(url: string, { role, maxConnections, onError }: Options): Pool {
  const statementTimeoutMs = role === 'producer' ? 2_000 : 15_000
  const pool = createSessionPool({
    connectionString: url,
    application_name: `signalpost queue ${role}`,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    // Long enough for the next burst to find a connection with prepared statements.
    idleTimeoutMillis: 30_000,
    // Needed because a network that swallows packets does not report that the server's limit has passed.
    query_timeout: statementTimeoutMs + 1_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    settings: { search_path: bullmqSchema, statement_timeout: String(statementTimeoutMs) },
  })
  pool.on('error', onError)
  // A connection that breaks while in use or closing emits another error, which no one else handles.
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

type Processor = (job: { data: EnqueuedBatch }) => Promise<void>

type WorkerSettings = {
  concurrency: number
  lockDuration: number
  maxStalledCount: number
  stalledInterval: number
  runRetryDelay: number
  removeOnComplete: { count: number }
  removeOnFail: { count: number }
}

/** The memory of a Redis. */
export type QueueMemory = {
  usedBytes: number
  /** Its `maxmemory`; 0 if it has no limit. */
  mostBytes: number
}

/** Returns the used share, 0 to 1; 0 without a limit. */
export function shareOf({ usedBytes, mostBytes }: QueueMemory): number {
  return mostBytes === 0 ? 0 : usedBytes / mostBytes
}

/** Reads it from Redis' INFO. */
function memoryOf(info: string): QueueMemory {
  const read = (field: string): number => Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)
  return { usedBytes: read('used_memory'), mostBytes: read('maxmemory') }
}
