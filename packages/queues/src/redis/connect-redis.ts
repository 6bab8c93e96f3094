import { once } from 'node:events'
import { retryDelayMs, retryPolicies } from '@signalpost/domain'
import { Cluster, Redis } from 'ioredis'
import { RedisConnector } from './redis-connector.ts'
import { splitTls } from './redis-tls.ts'

export type RedisClient = Redis | Cluster

/** A producer fails fast while Redis is away; a consumer waits for it. */
export type RedisRole = 'producer' | 'consumer'

const commandTimeoutMs = 2_000
/** Longer than BullMQ ever blocks for a job, so only a network that swallows packets is silent this long. */
const silenceLimitMs = 15_000

export function connectRedis(
  nodes: string[],
  { role, onError }: { role: RedisRole; onError: (error: Error) => void },
): RedisClient {
  const [first, ...others] = nodes.map(splitTls)
  if (first === undefined) throw new RangeError('A Redis backend needs at least one node.')
  const redisOptions = { ...optionsOf(role), ...(first.tls && { tls: first.tls }) }
  const client =
    others.length === 0
      ? new Redis(first.url, redisOptions)
      : new Cluster(
          [first, ...others].map(({ url }) => url),
          {
            redisOptions: { ...redisOptions, ...credentialsOf(first.url) },
            enableOfflineQueue: role === 'consumer',
            clusterRetryStrategy: reconnectDelayMs,
          },
        )
  client.on('error', onError)
  return client
}

/** Resolves once the client can send commands; the caller sets the limit. */
export async function whenReady(client: RedisClient): Promise<void> {
  if (client.status !== 'ready') await once(client, 'ready')
}

function optionsOf(role: RedisRole) {
  const common = {
    Connector: RedisConnector,
    connectTimeout: 5_000,
    socketTimeout: silenceLimitMs,
    keepAlive: 10_000,
    retryStrategy: reconnectDelayMs,
  }
  return role === 'consumer'
    ? { ...common, maxRetriesPerRequest: null }
    : { ...common, maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: commandTimeoutMs }
}

// The nodes that a Cluster discovers need the credentials of the given ones.
function credentialsOf(node: string) {
  const { username, password } = new URL(node)
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
  }
}

function reconnectDelayMs(attempt: number): number {
  return retryDelayMs(retryPolicies.redis, attempt)
}
