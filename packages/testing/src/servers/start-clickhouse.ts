import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { guardDirectory } from '@signalpost/embedded-postgres'
import { installEngine } from './install-engine.ts'

export type ClickHouseServer = { url: string; user: string; password: string; stop: () => Promise<void> }

const program = fileURLToPath(new URL('../../../../test/engines/chdb/serve-clickhouse.ts', import.meta.url))

/**
 * Starts ClickHouse's engine, and installs it if necessary, in a process that serves ClickHouse's HTTP interface on a
 * free port of 127.0.0.1. It ends with this process and loses its data.
 */
export async function startClickHouse(): Promise<ClickHouseServer> {
  const engine = await installEngine('chdb')
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-clickhouse-'))
  const guard = guardDirectory(directory)
  const password = crypto.randomUUID()
  const server = fork(program, [engine, directory], {
    env: { ...process.env, CLICKHOUSE_PASSWORD: password },
    execArgv: [],
  })
  const ready = once(server, 'message')
  const ended = once(server, 'exit')
  const [message] = await Promise.race([ready, ended])
  const port = portOf(message)
  if (port === undefined) {
    await guard.release()
    throw new Error('the engine of ClickHouse ended before it was ready')
  }
  return {
    url: `http://127.0.0.1:${port}`,
    user: 'default',
    password,
    stop: async () => {
      server.disconnect()
      await ended
      await guard.release()
    },
  }
}

function portOf(message: unknown): number | undefined {
  if (typeof message !== 'object' || message === null || !('port' in message)) return undefined
  return typeof message.port === 'number' ? message.port : undefined
}
