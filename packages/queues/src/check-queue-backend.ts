import { NotReadyError } from '@signalpost/domain'
import { checkSession } from '@signalpost/postgres'
import { assertSchemaCompatibility, SchemaMigrationRequiredError, SchemaVersionMismatchError } from 'bullmq'
import { connectTimeoutMs, createQueuePool } from './open-connection.ts'
import type { QueueBackend } from './queue-backend.ts'
import { checkRedisRights } from './redis/check-redis-rights.ts'
import { connectRedis, type RedisClient } from './redis/connect-redis.ts'
import { explainRedisFault } from './redis/explain-redis-fault.ts'
import { withDeadline } from './with-deadline.ts'

/** A problem of the queue's store that an operator must know about. A fatal one must keep a process from starting. */
export type QueueFinding = { fatal: boolean; message: string; remedy: string }

const deadlineMs = 5_000
const redisVersionMin = 7

/** Checks the store's settings; throws when it cannot be reached. */
export async function checkQueueBackend(backend: QueueBackend): Promise<QueueFinding[]> {
  return backend.kind === 'postgres' ? checkPostgres(backend.url) : checkRedis(backend.nodes)
}

async function checkPostgres(url: string): Promise<QueueFinding[]> {
  const pool = createQueuePool(url, {
    role: 'producer',
    maxConnections: 1,
    // Each query throws its own error.
    onError: () => undefined,
  })
  try {
    const client = await withDeadline(pool.connect(), connectTimeoutMs, 'Reaching the queue')
    try {
      await checkSession(client)
      await assertSchemaCompatibility(client)
      return []
    } catch (error) {
      if (error instanceof NotReadyError) throw error
      return [{ fatal: true, ...explainTables(error) }]
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}

function explainTables(error: unknown): Pick<QueueFinding, 'message' | 'remedy'> {
  const remedy = 'Run ./signalpost migrate.'
  if (error instanceof SchemaMigrationRequiredError)
    return { message: 'The queue has no tables yet.', remedy }
  if (error instanceof SchemaVersionMismatchError) {
    return {
      message: 'The tables of the queue are those of a newer version.',
      remedy: 'Run the version that migrated the database, or a newer one.',
    }
  }
  const reason = error instanceof Error ? error.message : String(error)
  return { message: `The tables of the queue are not usable: ${reason}`, remedy }
}

async function checkRedis(nodes: string[]): Promise<QueueFinding[]> {
  let lastError: Error | undefined
  let explained: Error | undefined
  const client = connectRedis(nodes, {
    role: 'consumer',
    onError: (error) => {
      lastError = error
      // A server may reset the connection before its own reason is read, so another attempt may have it.
      explained ??= explainRedisFault(error)
    },
  })
  try {
    await withDeadline(client.ping(), deadlineMs, 'Reaching Redis')
    await withDeadline(checkRedisRights(client), deadlineMs, 'Trying the rights in Redis')
    const masters = 'nodes' in client ? client.nodes('master') : [client]
    const infos = await Promise.all(masters.map(readInfo))
    return infos.flatMap(findingsOf)
  } catch (error) {
    if (error instanceof NotReadyError) throw error
    throw explained ?? new Error('Redis does not answer.', { cause: lastError ?? error })
  } finally {
    client.disconnect()
  }
}

async function readInfo(node: RedisClient): Promise<Map<string, string>> {
  const text = await withDeadline(node.info(), deadlineMs, 'Reading the settings of Redis')
  const pairs = text.split('\r\n').filter((line) => line.includes(':'))
  return new Map(pairs.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]))
}

function findingsOf(info: Map<string, string>): QueueFinding[] {
  const findings: QueueFinding[] = []
  const version = info.get('redis_version') ?? '0'
  if (Number.parseInt(version, 10) < redisVersionMin) {
    findings.push({
      fatal: true,
      message: `Redis is version ${version}.`,
      remedy: `Use Redis ${redisVersionMin} or newer.`,
    })
  }
  const policy = info.get('maxmemory_policy')
  if (policy !== undefined && policy !== 'noeviction') {
    findings.push({
      fatal: true,
      message: `Redis evicts keys (maxmemory-policy ${policy}).`,
      remedy: 'Set maxmemory-policy noeviction.',
    })
  }
  if (info.get('aof_enabled') !== '1') {
    findings.push({
      fatal: false,
      message: 'Redis keeps no append-only file, so a restart loses queued jobs until the sweep finds them.',
      remedy: 'Set appendonly yes.',
    })
  }
  return findings
}
