import { Client, type ClientBase, Pool, type PoolConfig } from 'pg'
import { prepareSession } from './prepare-session.ts'

const connectTimeoutDefaultMs = 5_000

/**
 * A pool whose connections have these settings before anyone gets them. They are statements, not startup parameters,
 * which poolers refuse or drop. A connection that does not keep them is closed, and the caller gets a NotReadyError.
 */
export function createSessionPool({
  settings,
  connectionTimeoutMillis = connectTimeoutDefaultMs,
  ...config
}: PoolConfig & { settings: Record<string, string> }): Pool {
  // The pool waits for it, though its type does not say so.
  const onConnect = (client: ClientBase): unknown =>
    withinLimit(client, connectionTimeoutMillis, () => prepareSession(client, { settings, config }))
  return new Pool({ ...config, connectionTimeoutMillis, onConnect })
}

/** The pool's own limit ends with the handshake, and a network that swallows packets reports nothing. */
async function withinLimit(client: ClientBase, limitMs: number, work: () => Promise<void>): Promise<void> {
  const timer = setTimeout(() => {
    const error = new Error(`The server was silent for ${limitMs} ms.`)
    // A pool's connections are clients, which its type hides.
    if (client instanceof Client)
      client.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
  }, limitMs)
  try {
    await work()
  } finally {
    clearTimeout(timer)
  }
}
