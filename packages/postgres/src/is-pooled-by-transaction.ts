import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientBase, type ClientConfig } from 'pg'

const secondLimitMs = 2_000
const rounds = 3

/**
 * Whether a pooler gives this connection another session for each transaction. Between two of its transactions, a
 * second connection takes a session. Only under transaction pooling can that be the session that this connection has
 * just used.
 */
export async function isPooledByTransaction(client: ClientBase, config: ClientConfig): Promise<boolean> {
  for (let round = 0; round < rounds; round += 1) {
    const first = await sessionOf(client)
    const other = await takeSecond(config)
    try {
      if (other.session === first || (await sessionOf(client)) !== first) return true
    } finally {
      await other.release()
    }
  }
  return false
}

async function sessionOf(client: ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

type Second = { session: number | undefined; release: () => Promise<void> }

/** Returns without a session if none comes in time: a pooler in session mode may have no more. */
async function takeSecond(config: ClientConfig): Promise<Second> {
  const client = new Client({ ...config, connectionTimeoutMillis: secondLimitMs })
  // A connection that breaks fails its query too.
  client.on('error', () => undefined)
  const take = async (): Promise<number | undefined> => {
    await client.connect()
    await client.query('begin')
    return sessionOf(client)
  }
  const abort = new AbortController()
  const taking = take().catch(() => undefined)
  const session = await Promise.race([taking, delay(secondLimitMs, undefined, { signal: abort.signal })])
  abort.abort()
  return {
    session,
    release: async () => {
      if (session === undefined) client.connection.stream.destroy()
      else await client.end()
    },
  }
}
