import { Client, type ClientBase, Pool, type PoolConfig } from 'pg'
import { prepareSession, type SessionSettings } from './prepare-session.ts'

const connectTimeoutDefaultMs = 5_000

/**
 * Creates a pool whose connections get these settings before first use. They are set by statements, because poolers
 * refuse or drop startup parameters. Closes a connection that does not keep them; its caller gets a SharedSessionError.
 */
export function createSessionPool({
  settings,
  connectionSettings,
  mayShareSessions,
  connectionTimeoutMillis = connectTimeoutDefaultMs,
  ...config
}: PoolConfig & SessionSettings): Pool {
  // The pool awaits it, though its type does not say so.
  const onConnect = (client: ClientBase): unknown =>
    withinLimit(client, connectionTimeoutMillis, () =>
      prepareSession(client, { settings, connectionSettings, mayShareSessions, config }),
    )
  return new Pool({ ...config, connectionTimeoutMillis, onConnect })
}

/** The pool's own limit ends with the handshake, and a network that swallows packets reports nothing. */
async function withinLimit(client: ClientBase, limitMs: number, work: () => Promise<void>): Promise<void> {
  const timer = setTimeout(() => {
    const error = new Error(`The server was silent for ${limitMs} ms.`)
    // A pool's connections are Clients, which its type hides.
    if (client instanceof Client)
      client.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
  }, limitMs)
  try {
    await work()
  } finally {
    clearTimeout(timer)
  }
}
