import { Client, type ClientBase, type ClientConfig, Pool, type PoolConfig } from 'pg'
import { prepareSession, type SessionSettings } from './prepare-session.ts'
import { strictTypes } from './strict-types.ts'

const connectTimeoutDefaultMs = 5_000

/**
 * Creates a pool whose connections get `sessionSettings` and these settings before first use. They are set by statements, because poolers
 * refuse or drop startup parameters. Closes a connection that does not keep them; its caller gets a SharedSessionError.
 */
export function createSessionPool({
  settings,
  computedSettings,
  connectionSettings,
  mayShareSessions,
  connectionTimeoutMillis = connectTimeoutDefaultMs,
  ...config
}: PoolConfig & SessionSettings): Pool {
  // The pool awaits it, though its type does not say so.
  const onConnect = (client: ClientBase): unknown =>
    withinLimit(client, connectionTimeoutMillis, () =>
      prepareSession(client, { settings, computedSettings, connectionSettings, mayShareSessions, config }),
    )
  return new Pool({ ...config, types: strictTypes, connectionTimeoutMillis, onConnect })
}

/** Opens one connection that gets them too. */
export async function openSession({
  settings,
  computedSettings,
  connectionSettings,
  mayShareSessions,
  connectionTimeoutMillis = connectTimeoutDefaultMs,
  onClient,
  onError,
  ...config
}: ClientConfig &
  SessionSettings & {
    /** Called before it connects. */
    onClient?: (client: Client) => void
    onError: (error: Error) => void
  }): Promise<Client> {
  const client = new Client({ ...config, types: strictTypes, connectionTimeoutMillis })
  // Without a listener, a lost connection would end the process.
  client.on('error', onError)
  try {
    onClient?.(client)
    await client.connect()
    await withinLimit(client, connectionTimeoutMillis, () =>
      prepareSession(client, { settings, computedSettings, connectionSettings, mayShareSessions, config }),
    )
    return client
  } catch (cause) {
    // Where the driver threw before it connected, its end never comes.
    client.end().catch(() => undefined)
    throw cause
  }
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
