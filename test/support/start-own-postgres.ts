import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type EmbeddedPostgres, guardDirectory, startEmbeddedPostgres } from '@signalpost/embedded-postgres'
import { findLastingPort } from '@signalpost/testing'
import pg from 'pg'
import { copyCold, publish, readServerCall, startReplica } from './start-replica.ts'

export type OwnPostgres = {
  /** The same after every start. */
  url: string
  superuserUrl: string
  /** As a crash would be: sessions are cut, and the next start recovers. */
  stopHard: () => Promise<void>
  start: () => Promise<void>
  /** Starts it again as a standby without a primary, which answers what is asked and takes no writes. */
  restartAsStandby: () => Promise<void>
  /** Makes the standby a primary. */
  promote: () => Promise<void>
  /**
   * Has a synchronous replica take over: `withReplica` runs while every commit waits for it; then the server dies for
   * good, as does whatever the replica had not confirmed, and the replica answers at the same address.
   */
  failOver: (withReplica: () => Promise<void>) => Promise<void>
  isRunning: () => boolean
  /** Ends the server and removes its files. */
  remove: () => Promise<void>
}

/** A PostgreSQL server that a test may stop and start as it likes. It dies with this process. */
export async function startOwnPostgres({
  durable = false,
  parent = tmpdir(),
}: {
  durable?: boolean
  parent?: string
} = {}): Promise<OwnPostgres> {
  const directory = mkdtempSync(join(parent, 'signalpost-own-postgres-'))
  // The server's own account has to get through, where we are root.
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
    remove: async () => {
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
