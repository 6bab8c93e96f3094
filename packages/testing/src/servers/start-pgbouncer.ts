import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseServerAccount, guardDirectory } from '@signalpost/embedded-postgres'
import pg from 'pg'
import { findFreePort } from '../programs/find-free-port.ts'
import { findPgbouncer, pgbouncerRemedy } from '../programs/find-pgbouncer.ts'

export type Pgbouncer = {
  /** The given URL, through the pooler. */
  url: string
  stop: () => Promise<void>
}

const readyLimitMs = 20_000
const pollMs = 50

/** Starts a real PgBouncer in front of a server on TCP. It ends with this process. */
export async function startPgbouncer(
  databaseUrl: string,
  settings: { pool_mode: 'session' | 'transaction' } & Record<string, string>,
): Promise<Pgbouncer> {
  const program = findPgbouncer()
  if (program === undefined) throw new Error(`This needs PgBouncer. ${pgbouncerRemedy}`)
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-pgbouncer-'))
  const guard = guardDirectory(directory)
  const port = await findFreePort()
  const server = new URL(databaseUrl)
  const account = chooseServerAccount()
  const files = {
    'users.txt': `"${server.username}" "${server.password}"\n`,
    'pgbouncer.ini': toIni({
      databases: { '*': `host=${server.hostname} port=${server.port}` },
      pgbouncer: {
        listen_addr: '127.0.0.1',
        listen_port: String(port),
        unix_socket_dir: '',
        auth_type: 'scram-sha-256',
        auth_file: join(directory, 'users.txt'),
        ...settings,
      },
    }),
  }
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(directory, name), content, { mode: 0o600 })
    // PgBouncer refuses to run as root.
    if (account !== undefined) chownSync(join(directory, name), account.uid, account.gid)
  }
  if (account !== undefined) chmodSync(directory, 0o711)
  const pooler = spawn(program, ['-q', join(directory, 'pgbouncer.ini')], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: 'ignore',
  })
  const url = Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href
  const stop = async (): Promise<void> => {
    if (pooler.exitCode === null && pooler.signalCode === null) {
      const ended = once(pooler, 'exit')
      pooler.kill('SIGKILL')
      await ended
    }
    await guard.release()
  }
  try {
    await waitUntilReady(pooler, url)
  } catch (cause) {
    await stop()
    throw cause
  }
  return { url, stop }
}

function toIni(sections: Record<string, Record<string, string>>): string {
  const linesOf = (settings: Record<string, string>) =>
    Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  return Object.entries(sections)
    .map(([name, settings]) => [`[${name}]`, ...linesOf(settings), ''].join('\n'))
    .join('\n')
}

async function waitUntilReady(pooler: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + readyLimitMs
  for (;;) {
    if (pooler.exitCode !== null) throw new Error(`PgBouncer ended with ${pooler.exitCode}.`)
    const client = new pg.Client({ connectionString: url })
    // connect throws its own error.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch (cause) {
      if (performance.now() > deadline) throw new Error('PgBouncer does not answer.', { cause })
      await sleep(pollMs)
    }
  }
}
