import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  ensureMasterKeys,
  startEmbeddedPostgres,
} from '@signalpost/embedded-postgres'
import { createBackoff, pause } from '@signalpost/runtime'

export type SupervisedDatabase = {
  url: string
  /** Its previous owner was killed, so processes of that owner may still be ending. */
  adopted: boolean
  /** Resolves after `stop`. Rejects when the server is permanently lost. */
  ended: Promise<void>
  stop: (mode: 'fast' | 'immediate') => Promise<void>
}

type Options = {
  dataDir: string
  note: (line: string) => void
  /** Called when the server restarts under another URL. */
  onMoved: () => void
}

/** Starts the embedded server, creates the master key beside it, and restarts the server whenever it dies. */
export async function superviseDatabase({ dataDir, note, onMoved }: Options): Promise<SupervisedDatabase> {
  const stopping = new AbortController()
  const backoff = createBackoff()
  ensureMasterKeys(dataDir)
  const first = await startEmbeddedPostgres({ dataDir })
  let current: Promise<EmbeddedPostgres | undefined> = Promise.resolve(first)

  const startAgain = async () => {
    while (!stopping.signal.aborted) {
      try {
        return await startEmbeddedPostgres({ dataDir })
      } catch (cause) {
        // A full disk may pass; another owner of the data does not.
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
      note('PostgreSQL ended; restarting it')
      await pause(backoff.nextDelayMs(performance.now() - startedMs), stopping.signal)
      current = startAgain()
      server = await current
      if (server !== undefined && server.url !== url) onMoved()
    }
  }

  const stop = async (mode: 'fast' | 'immediate') => {
    stopping.abort()
    // A server that cannot start needs no stop; `ended` rejects with the reason.
    const server = await current.catch(() => undefined)
    await server?.stop(mode)
  }
  return { url: first.url, adopted: first.adopted, ended: keepRunning(), stop }
}

/** An external database, which the supervisor neither starts nor stops. */
export function foreignDatabase(url: string): SupervisedDatabase {
  return { url, adopted: false, ended: new Promise(() => undefined), stop: () => Promise.resolve() }
}
