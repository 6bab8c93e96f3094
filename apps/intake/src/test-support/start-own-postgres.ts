import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '@signalpost/database'
import { guardDirectory, startEmbeddedPostgres } from '@signalpost/embedded-postgres'

/** A migrated server that no other test shares, so a test can stop it. */
export type OwnPostgres = {
  url: string
  /** Stops it like a crash, so the next start has to recover. */
  crash: () => Promise<void>
  /** Starts it again at the same address on the same data. */
  start: () => Promise<void>
  /** Freezes the server and its sessions: they hold their connections and answer nothing. */
  freeze: () => void
  thaw: () => void
  remove: () => Promise<void>
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'signalpost-intake-'))
  chmodSync(dataDir, 0o711)
  const guard = guardDirectory(dataDir)
  let server = await startEmbeddedPostgres({ dataDir, durable: false })
  const { url } = server
  await migrateDatabase({ url })

  let frozen: number[] = []
  const thaw = (): void => {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    frozen = []
  }
  return {
    url,
    crash: () => server.stop('immediate'),
    start: async () => {
      server = await startEmbeddedPostgres({ dataDir, durable: false })
    },
    freeze: () => {
      frozen = [server.pid, ...childrenOf(server.pid)]
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    },
    thaw,
    remove: async () => {
      thaw()
      await server.stop('immediate')
      guard.dismiss()
      rmSync(dataDir, { recursive: true, force: true })
    },
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
