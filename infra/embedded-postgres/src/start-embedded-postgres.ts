import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { applicationUrl, ensureApplicationDatabase, superuserUrl } from './connect-to-server.ts'
import { type Cluster, ensureCluster } from './ensure-cluster.ts'
import { type Listen, launchServer, type Server } from './launch-server.ts'
import { isServerOf } from './postmaster-file.ts'
import { type StopMode, stopServer } from './stop-server.ts'
import { type Ownership, takeOwnership } from './take-ownership.ts'

export type StartOptions = {
  dataDir: string
  /** False gives up every guarantee against crashes for speed: for tests. */
  durable?: boolean
  /**
   * A TCP port of the loopback interface to listen on, so that a test can put a proxy in between. Without it the server
   * listens on a socket alone, in a directory that no other user can enter.
   */
  port?: number
}

export type EmbeddedPostgres = {
  /** The application's connection URL. Secret: it carries the password. */
  url: string
  /** The superuser's, on the database `postgres`: for tests and repairs. */
  superuserUrl: string
  pid: number
  /** True when the server ran already, left behind by an owner that was killed. */
  adopted: boolean
  /** Resolves when the server is gone, by `stop` or by itself; rejects when another process took it over. */
  closed: Promise<void>
  /** Does nothing to a server that another process took over. */
  stop: (mode?: StopMode) => Promise<void>
}

const pollMs = 25

/**
 * Starts the PostgreSQL server of a data directory, creating both at first, and owns it until `stop` or the end
 * of this process. A server that outlived its owner is adopted.
 * Throws EmbeddedPostgresError, `already_running` when a living process owns it.
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const { durable = true, port } = options
  const cluster = await ensureCluster(dataDir, { durable })
  return ownServer({ cluster, dataDir, durable, listen: port === undefined ? 'socket' : { port } })
}

type OwnOptions = { cluster: Cluster; dataDir: string; durable: boolean; listen: Listen }

export async function ownServer({
  cluster,
  dataDir,
  durable,
  listen,
}: OwnOptions): Promise<EmbeddedPostgres> {
  const { dataPath, credentials } = cluster
  let server: Server
  let ownership: Ownership | undefined
  do {
    server = await launchServer({ cluster, durable, listen })
    ownership = await takeOwnership(server.endpoint, credentials, dataDir)
  } while (ownership === undefined)
  await ensureApplicationDatabase(ownership.client, credentials)

  let stopping = false
  let isOurs = true
  const { pid } = server
  // The last resort when the process ends without `stop`, as an uncaught error makes it.
  const stopAtExit = () => {
    if (isServerOf(dataPath, pid)) process.kill(pid, 'SIGINT')
  }
  process.once('exit', stopAtExit)

  const stop = async (mode: StopMode = 'fast') => {
    stopping = true
    if (!isOurs) return
    await stopServer(dataPath, pid, mode)
  }

  /** A crashed backend makes the server drop every session, ours too, and carry on. */
  const watch = async (held: Ownership) => {
    let current: Ownership | undefined = held
    try {
      while (isServerOf(dataPath, pid)) {
        await (current === undefined ? sleep(pollMs) : current.lost)
        current = stopping ? undefined : await takeOwnership(server.endpoint, credentials, dataDir)
      }
    } catch (cause) {
      isOurs = false
      throw cause
    } finally {
      process.removeListener('exit', stopAtExit)
    }
  }

  const closed = watch(ownership)
  // Whoever does not wait for it must not be ended by its rejection.
  closed.catch(() => undefined)
  return {
    url: applicationUrl(server.endpoint, credentials),
    superuserUrl: superuserUrl(server.endpoint, credentials),
    pid,
    adopted: server.adopted,
    closed,
    stop,
  }
}
