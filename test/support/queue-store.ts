import { type RedisServer, startRedis, startRedisCluster } from '@signalpost/testing'
import pg from 'pg'

export const backends = ['postgres', 'redis', 'redis-cluster'] as const
export type BackendName = (typeof backends)[number]

/** As long as the product's worker locks a job. */
const lockMs = 60_000

/** Where BullMQ keeps its jobs during a test, and what a test does to it. */
export type QueueStore = {
  backend: BackendName
  /** Undefined where the jobs are kept in PostgreSQL. */
  redisUrl: string | undefined
  /** The Redis servers; none where the jobs are kept in PostgreSQL. */
  servers: RedisServer[]
  /** Takes up to `limit` random jobs away, in whatever state they are; answers how many. */
  deleteRandomJobs: (limit: number) => Promise<number>
  /** Lets the locks of all jobs in work run out now; answers how many. */
  expireLocks: () => Promise<number>
  /**
   * Ends what a worker whose clock was ahead has left, as if that long had passed: on PostgreSQL its time of the last look
   * for jobs of the dead keeps every other worker from looking until then, and its locks last as long.
   */
  endFuture: () => Promise<void>
  /** How many jobs there are, in whatever state. */
  countJobs: () => Promise<number>
  stop: () => Promise<void>
}

/** @param databaseUrl where the jobs are kept on the backend `postgres` */
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
    // What goes wrong is thrown by the query; without a listener a lost connection ends the process.
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
    // There the server's clock counts.
    endFuture: async () => undefined,
    countJobs: () => eachServer(async (_server, keys) => keys.filter(isJob).length),
    stop,
  }
}
