import { type RedisServer, startRedis, startRedisCluster } from '@signalpost/testing'
import pg from 'pg'

export const backends = ['postgres', 'redis', 'redis-cluster'] as const
export type BackendName = (typeof backends)[number]

/** How long the product's worker locks a job. */
const lockMs = 60_000

/** Where BullMQ keeps its jobs during a test, and what a test can do to it. */
export type QueueStore = {
  backend: BackendName
  /** Undefined if the jobs are in PostgreSQL. */
  redisUrl: string | undefined
  /** The Redis servers; none if the jobs are in PostgreSQL. */
  servers: RedisServer[]
  /** Deletes up to `limit` random jobs in any state. Returns how many. */
  deleteRandomJobs: (limit: number) => Promise<number>
  /** Expires the locks of all active jobs. Returns how many. */
  expireLocks: () => Promise<number>
  /**
   * Clears what a worker with a clock ahead has left, as if that time had passed. On PostgreSQL, its last search for
   * stalled jobs keeps every other worker from searching until then, and its locks last as long.
   */
  endFuture: () => Promise<void>
  /** Returns the number of jobs in any state. */
  countJobs: () => Promise<number>
  stop: () => Promise<void>
}

/** @param databaseUrl the database of the jobs on the backend `postgres` */
export async function startQueueStore(
  backend: BackendName,
  { databaseUrl, appendonly = true }: { databaseUrl: string; appendonly?: boolean },
): Promise<QueueStore> {
  if (backend === 'postgres') return createPostgresStore(databaseUrl)
  if (backend === 'redis') {
    const server = await startRedis({ appendonly })
    return createRedisStore(backend, { url: server.url, servers: [server], stop: server.stop })
  }
  const cluster = await startRedisCluster()
  return createRedisStore(backend, { url: cluster.url, servers: cluster.nodes, stop: cluster.stop })
}

function createPostgresStore(databaseUrl: string): QueueStore {
  const query = async (text: string, values: unknown[] = []): Promise<pg.QueryResult> => {
    const client = new pg.Client({ connectionString: databaseUrl })
    // The query throws; without a listener, a lost connection would end the process.
    client.on('error', () => undefined)
    await client.connect()
    try {
      return await client.query(text, values)
    } finally {
      await client.end()
    }
  }
  return {
    backend: 'postgres',
    redisUrl: undefined,
    servers: [],
    deleteRandomJobs: async (limit) => {
      const { rowCount } = await query(
        'delete from bullmq.job where ctid in (select ctid from bullmq.job order by random() limit $1)',
        [limit],
      )
      return rowCount ?? 0
    },
    expireLocks: async () => {
      const { rowCount } = await query(
        `update bullmq.job set locked_until_ms = 0 where state = 'active' and locked_until_ms > 0`,
      )
      return rowCount ?? 0
    },
    endFuture: async () => {
      const nowMs = Date.now()
      await query(
        `update bullmq.meta set value = $1 where field = 'stalled-check' and value::bigint > $1::bigint`,
        [String(nowMs)],
      )
      await query(
        `update bullmq.job set locked_until_ms = $1 where state = 'active' and locked_until_ms > $1`,
        [nowMs + lockMs],
      )
    },
    countJobs: async () => {
      const { rows } = await query('select count(*)::int as count from bullmq.job')
      return rows[0]?.count ?? 0
    },
    stop: async () => undefined,
  }
}

const jobKeys = '{signalpost}:deliveries:bat_*'
const lockSuffix = ':lock'

function createRedisStore(
  backend: BackendName,
  { url, servers, stop }: { url: string; servers: RedisServer[]; stop: () => Promise<void> },
): QueueStore {
  const eachServer = async (
    work: (server: RedisServer, keys: string[]) => Promise<number>,
  ): Promise<number> => {
    const counts = await Promise.all(
      servers.map(async (server) => {
        const keys = await server.call('KEYS', jobKeys)
        return work(server, Array.isArray(keys) ? keys.map(String) : [])
      }),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }
  const remove = async (server: RedisServer, keys: string[]): Promise<number> =>
    keys.length === 0 ? 0 : Number(await server.call('DEL', ...keys))
  const isLock = (key: string): boolean => key.endsWith(lockSuffix)
  const isJob = (key: string): boolean => !isLock(key)
  return {
    backend,
    redisUrl: url,
    servers,
    deleteRandomJobs: (limit) =>
      eachServer((server, keys) => {
        const shuffled = keys.filter(isJob).sort(() => Math.random() - 0.5)
        return remove(server, shuffled.slice(0, limit))
      }),
    expireLocks: () => eachServer((server, keys) => remove(server, keys.filter(isLock))),
    // On Redis, the server's clock counts.
    endFuture: async () => undefined,
    countJobs: () => eachServer(async (_server, keys) => keys.filter(isJob).length),
    stop,
  }
}
