import { createReadStream } from 'node:fs'
import { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { openSession } from '@signalpost/postgres'
import { spellOutTls } from '@signalpost/runtime'
import { from as copyFrom } from 'pg-copy-streams'

const connectTimeoutMs = 10_000
const statementTimeoutMs = 10 * 60_000
const lockTimeoutMs = 30_000
// Longer than any statement may take, to notice a server that went away silently.
const silenceLimitMs = statementTimeoutMs + 30_000
const chunkBytes = 256 * 1024

export type Connection = {
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  /** Runs a COPY … FROM STDIN with a file. Returns the number of rows. */
  copyFile: (statement: string, file: string) => Promise<number>
  /** Commits the changes of `work`, or none of them. */
  transact: <Result>(work: () => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/** Opens one connection, with limits on statements and on waits for locks and answers. */
export async function connect(url: string): Promise<Connection> {
  const socket = new Socket()
  socket.setTimeout(silenceLimitMs, () => {
    socket.destroy(new Error(`The server was silent for ${silenceLimitMs / 1000} s.`))
  })
  const client = await openSession({
    connectionString: spellOutTls(url),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    fallback_application_name: 'signalpost',
    stream: () => socket,
    settings: {
      statement_timeout: String(statementTimeoutMs),
      lock_timeout: String(lockTimeoutMs),
      idle_in_transaction_session_timeout: String(lockTimeoutMs),
    },
    mayShareSessions: true,
    // The query throws.
    onError: () => undefined,
  })
  const query = async (text: string, values: unknown[] = []) =>
    (await client.query<Record<string, unknown>>(text, values)).rows
  return {
    query,
    copyFile: async (statement, file) => {
      const sink = client.query(copyFrom(statement))
      await pipeline(createReadStream(file, { highWaterMark: chunkBytes }), sink)
      return sink.rowCount
    },
    transact: async (work) => {
      await query('begin')
      try {
        const result = await work()
        await query('commit')
        return result
      } catch (cause) {
        await query('rollback').catch(() => undefined)
        throw cause
      }
    },
    close: () => client.end(),
  }
}
