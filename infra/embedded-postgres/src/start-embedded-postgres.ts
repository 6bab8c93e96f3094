import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, ensureCluster } from './ensure-cluster.ts'
import { type Ownership, takeOwnership } from './files/take-ownership.ts'
import { applicationUrl, ensureApplicationDatabase, superuserUrl } from './server/connect-to-server.ts'
import { type Listen, launchServer, type Server } from './server/launch-server.ts'
import { isServerOf } from './server/postmaster-file.ts'
import { type StopMode, stopServer } from './server/stop-server.ts'

export type StartOptions = {
  dataDir: string
  /** False trades every guarantee against crashes for speed: for tests. */
  durable?: boolean
  /**
   * A TCP port of the loopback interface, so that a test can put a proxy in between. Without it the server listens on a
   * socket only, in a directory that no other user can enter.
   */
  port?: number
}

export type EmbeddedPostgres = {
  /** The application's connection URL. Secret: it contains the password. */
  url: string
  /** The superuser's URL, on the database `postgres`: for tests and repairs. */
  superuserUrl: string
  pid: number
  /** True if the server was already running, left behind by an owner that was killed. */
  adopted: boolean
  /** Resolves when the server has stopped for any reason; rejects when another process took it over. */
  closed: Promise<void>
  /** Stops the server, unless another process took it over. */
  stop: (mode?: StopMode) => Promise<void>
}

const pollMs = 25

/**
 * Starts the PostgreSQL server of a data directory, creates both if necessary, and owns the server until `stop` or the
 * end of this process. Adopts a server that outlived its owner. Throws EmbeddedPostgresError, with `already_running`
 * when a living process owns it.
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
  // The last resort if the process ends without `stop`, for example after an uncaught error.
  const stopAtExit = () => {
    if (isServerOf(dataPath, pid)) process.kill(pid, 'SIGINT')
  }
  process.once('exit', stopAtExit)

  const stop = async (mode: StopMode = 'fast') => {
    stopping = true
    if (!isOurs) return
    await stopServer(dataPath, pid, mode)
  }

  /** When a backend crashes, the server drops every session, ours included, and continues. */
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
  // A rejection must not end a process that does not await it.
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
