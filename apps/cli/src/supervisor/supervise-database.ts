import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  ensureMasterKey,
  startEmbeddedPostgres,
} from '@signalpost/embedded-postgres'
import { createBackoff } from './backoff.ts'
import { pause } from './pause.ts'

export type SupervisedDatabase = {
  url: string
  /** Its former owner was killed: processes of that one may still be ending. */
  adopted: boolean
  /** Resolves after `stop`. Rejects when the server is lost for good. */
  ended: Promise<void>
  stop: (mode: 'fast' | 'immediate') => Promise<void>
}

type Options = {
  dataDir: string
  note: (line: string) => void
  /** The server came back under another URL. */
  onMoved: () => void
}

/** Starts the embedded server, with the master key beside it, and starts it again whenever it dies. */
export async function superviseDatabase({ dataDir, note, onMoved }: Options): Promise<SupervisedDatabase> {
  const stopping = new AbortController()
  const backoff = createBackoff()
  ensureMasterKey(dataDir)
  const first = await startEmbeddedPostgres({ dataDir })
  let current: Promise<EmbeddedPostgres | undefined> = Promise.resolve(first)

  const startAgain = async () => {
    while (!stopping.signal.aborted) {
      try {
        return await startEmbeddedPostgres({ dataDir })
      } catch (cause) {
        // A full disk, say, passes; that someone else has the data does not.
        if (!(cause instanceof EmbeddedPostgresError) || cause.code !== 'failed') throw cause
        note(cause.message)
        await pause(backoff.nextDelayMs(0), stopping.signal)
      }
    }
    return undefined
  }

  const keepRunning = async () => {
    let server: EmbeddedPostgres | undefined = first
    while (server !== undefined) {
      const { closed, url }: EmbeddedPostgres = server
      const startedMs = performance.now()
      await closed
      if (stopping.signal.aborted) return
      note('PostgreSQL ended; starting it again')
      await pause(backoff.nextDelayMs(performance.now() - startedMs), stopping.signal)
      current = startAgain()
      server = await current
      if (server !== undefined && server.url !== url) onMoved()
    }
  }

  const stop = async (mode: 'fast' | 'immediate') => {
    stopping.abort()
    // One that cannot be started needs no stopping; `ended` tells why.
    const server = await current.catch(() => undefined)
    await server?.stop(mode)
  }
  return { url: first.url, adopted: first.adopted, ended: keepRunning(), stop }
}

/** A database that somebody else runs. */
export function foreignDatabase(url: string): SupervisedDatabase {
  return { url, adopted: false, ended: new Promise(() => undefined), stop: () => Promise.resolve() }
}
