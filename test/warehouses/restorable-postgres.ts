import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '@signalpost/database'
import {
  type DirectoryGuard,
  type EmbeddedPostgres,
  guardDirectory,
  startEmbeddedPostgres,
} from '@signalpost/embedded-postgres'
import { findLastingPort, waitUntil } from '@signalpost/testing'
import pg from 'pg'

/** A separate server whose files a test backs up and restores like an operator. */
export type RestorablePostgres = {
  url: string
  superuserUrl: string
  /** Copies the files under a name. */
  backUp: (name: string) => Promise<void>
  restore: (name: string) => Promise<void>
  /** Ends a recovery of the present files, which begins a new timeline, like promoting a standby. */
  promote: () => Promise<void>
  close: () => Promise<void>
}

export async function startRestorablePostgres(): Promise<RestorablePostgres> {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-restorable-'))
  chmodSync(directory, 0o755)
  const guard: DirectoryGuard = guardDirectory(directory)
  const dataDir = join(directory, 'data')
  const files = join(dataDir, 'postgres/data')
  const port = await findLastingPort()
  const start = () => startEmbeddedPostgres({ dataDir, port })
  let server: EmbeddedPostgres = await start()
  await migrateDatabase({ url: server.url })
  const whileStopped = async (work: () => void): Promise<void> => {
    await server.stop()
    work()
    server = await start()
  }
  const copy = (from: string, to: string): void => {
    rmSync(to, { recursive: true, force: true })
    // Keeps their owner, who runs the server.
    execFileSync('cp', ['-a', from, to])
  }
  return {
    url: server.url,
    superuserUrl: server.superuserUrl,
    backUp: (name) => whileStopped(() => copy(files, join(directory, name))),
    restore: (name) => whileStopped(() => copy(join(directory, name), files)),
    promote: async () => {
      await whileStopped(() => {
        const { uid, gid } = statSync(files)
        const signal = join(files, 'recovery.signal')
        writeFileSync(signal, '')
        chownSync(signal, uid, gid)
        appendFileSync(join(files, 'postgresql.auto.conf'), "restore_command = 'false'\n")
      })
      await waitUntil('the server takes writes', () => isPrimary(server.superuserUrl))
    },
    close: async () => {
      await server.stop('immediate')
      await guard.release()
    },
  }
}

async function isPrimary(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('select pg_is_in_recovery() as "isRecovering"')
    return rows[0].isRecovering === false
  } finally {
    await client.end()
  }
}
