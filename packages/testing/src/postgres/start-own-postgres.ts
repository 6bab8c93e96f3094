import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type EmbeddedPostgres, guardDirectory, startEmbeddedPostgres } from '@signalpost/embedded-postgres'
import pg from 'pg'
import { findLastingPort } from '../programs/find-lasting-port.ts'
import { copyCold, publish, readServerCall, startReplica } from './start-replica.ts'

export type OwnPostgres = {
  /** The same after every start. */
  url: string
  superuserUrl: string
  /** Stops it like a crash: cuts sessions, and the next start recovers. */
  stopHard: () => Promise<void>
  start: () => Promise<void>
  /** Restarts it as a standby without a primary, which answers queries and accepts no writes. */
  restartAsStandby: () => Promise<void>
  /** Promotes the standby to primary. */
  promote: () => Promise<void>
  /**
   * Fails over to a synchronous replica: runs `withReplica` while every commit waits for the replica. Then the server
   * dies permanently with everything that the replica had not confirmed, and the replica answers at the same address.
   */
  failOver: (withReplica: () => Promise<void>) => Promise<void>
  isRunning: () => boolean
  /** Freezes the server and its sessions: they hold their connections and answer nothing. */
  freeze: () => void
  thaw: () => void
  /** Ends the server and removes its files. */
  remove: () => Promise<void>
}

/** Starts a PostgreSQL server that a test may stop and start. It ends with this process. */
export async function startOwnPostgres({
  durable = false,
  parent = tmpdir(),
}: {
  durable?: boolean
  parent?: string
} = {}): Promise<OwnPostgres> {
  const directory = mkdtempSync(join(parent, 'signalpost-own-postgres-'))
  // If we are root, the server's own account must be able to pass.
  chmodSync(directory, 0o711)
  const guard = guardDirectory(directory)
  let dataDir = join(directory, 'data-1')
  let takeovers = 0
  const port = await findLastingPort()
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, durable, port })
  let isRunning = true
  const { url, superuserUrl } = server
  const watch = (started: EmbeddedPostgres): void => {
    const ended = (): void => {
      if (server === started) isRunning = false
    }
    started.closed.then(ended, ended)
  }
  watch(server)
  const start = async (): Promise<void> => {
    server = await startEmbeddedPostgres({ dataDir, durable, port })
    if (server.url !== url) throw new Error('PostgreSQL came back on another port.')
    isRunning = true
    watch(server)
  }
  let frozen: number[] = []
  const thaw = (): void => {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    frozen = []
  }
  return {
    url,
    superuserUrl,
    stopHard: async () => {
      await server.stop('immediate')
    },
    start,
    restartAsStandby: async () => {
      const { dataPath } = readServerCall(server.pid)
      await server.stop()
      publish(dataPath, 'standby.signal')
      await start()
    },
    promote: () => runAsSuperuser(superuserUrl, 'select pg_promote()'),
    failOver: async (withReplica) => {
      takeovers += 1
      const [old, taking] = [dataDir, join(directory, `data-${takeovers + 1}`)]
      const call = readServerCall(server.pid)
      await server.stop()
      copyCold(old, taking)
      await start()
      const replica = await startReplica(
        { ...call, dataPath: join(taking, relative(old, call.dataPath)) },
        superuserUrl,
      )
      try {
        await withReplica()
        await server.stop('immediate')
        await replica.promote()
      } finally {
        replica.kill()
      }
      dataDir = taking
      await start()
      rmSync(old, { recursive: true, force: true })
    },
    isRunning: () => isRunning,
    freeze: () => {
      frozen = [server.pid, ...childrenOf(server.pid)]
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    },
    thaw,
    remove: async () => {
      thaw()
      await server.stop('immediate')
      guard.dismiss()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function runAsSuperuser(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => parentOf(pid) === parent)
}

function parentOf(pid: number): number | undefined {
  try {
    // The name before it is in brackets and may contain anything.
    const [, parent] = /\) \S (\d+) [^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return Number(parent)
  } catch {
    // The process ended after it was listed.
    return undefined
  }
}
