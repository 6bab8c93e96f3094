import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts'
import { connectAsSuperuser } from '../server/connect-to-server.ts'
import type { Endpoint } from '../server/endpoint.ts'
import type { ClusterCredentials } from './cluster-home.ts'

/** A session that holds, for its whole life, the advisory lock of the one product that owns this cluster. */
export type Ownership = { client: pg.Client; lost: Promise<void> }

const lockKey = 5_403_174_201
const pollMs = 25
// On a socket: ENOENT after the server stopped, EPIPE when it closes while we write, EAGAIN while its backlog is full.
const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'EAGAIN'])
// The server needs a moment to notice that a killed owner's session is gone.
const patienceMs = 1_000

/**
 * Takes the lock of the server at `endpoint`. Returns undefined when the server accepts no connections (starting,
 * stopping, gone). Throws `already_running` when another process holds the lock.
 */
export async function takeOwnership(
  endpoint: Endpoint,
  credentials: ClusterCredentials,
  dataDir: string,
): Promise<Ownership | undefined> {
  const client = await connectIfReady(endpoint, credentials)
  if (client === undefined) return undefined
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  try {
    const deadline = performance.now() + patienceMs
    while (!(await tryLock(client))) {
      if (performance.now() > deadline) {
        throw new EmbeddedPostgresError('already_running', `Signalpost is already running on ${dataDir}`)
      }
      await sleep(pollMs)
    }
    return { client, lost }
  } catch (cause) {
    await client.end()
    if (isAway(cause)) return undefined
    throw cause
  }
}

async function connectIfReady(
  endpoint: Endpoint,
  credentials: ClusterCredentials,
): Promise<pg.Client | undefined> {
  try {
    return await connectAsSuperuser(endpoint, credentials)
  } catch (cause) {
    if (isAway(cause)) return undefined
    throw cause
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    lockKey,
  ])
  return rows[0]?.locked === true
}

function isAway(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  // The cast: pg puts SQLSTATEs, and Node its system codes, into the same member.
  const { code } = cause as NodeJS.ErrnoException
  const ending = /^57P0[123]$/.test(code ?? '')
  return ending || awayCodes.has(code ?? '') || /Connection terminated/.test(cause.message)
}
