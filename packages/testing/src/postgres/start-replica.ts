import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findLastingPort } from '../programs/find-lasting-port.ts'
import { waitUntil } from '../wait-until.ts'

const limitMs = 30_000

/** The command line of a running server: its program, its data directory, its settings. */
export type ServerCall = { program: string; dataPath: string; settings: string[] }

/** A copy that follows its primary. The primary confirms no commit before the copy has it on disk. */
export type Replica = {
  /** Replays everything it has, becomes a primary, and stops. */
  promote: () => Promise<void>
  kill: () => void
}

export function readServerCall(pid: number): ServerCall {
  const [program = '', , dataPath = '', ...settings] = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    .split('\0')
    .slice(0, -1)
  return { program, dataPath, settings }
}

/** Copies a directory with owners and times. */
export function copyCold(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The files of PostgreSQL could not be copied: ${stderr}`)
}

/** Creates an empty file in the server's data directory, owned by the server's account. */
export function publish(dataPath: string, name: string): void {
  const { uid, gid } = statSync(dataPath)
  writeFileSync(join(dataPath, name), '')
  chownSync(join(dataPath, name), uid, gid)
}

/**
 * Starts a synchronous standby on a cold copy of the primary's files, as in PostgreSQL's chapter on log-shipping
 * standby servers. Resolves once every commit waits for it.
 */
export async function startReplica(
  { program, dataPath, settings }: ServerCall,
  primaryUrl: string,
): Promise<Replica> {
  const { uid, gid } = statSync(dataPath)
  publish(dataPath, 'standby.signal')
  const { hostname, port, username, password } = new URL(primaryUrl)
  const own = [
    `port=${await findLastingPort()}`,
    `primary_conninfo=host=${hostname} port=${port} user=${username} password=${password}`,
    // It gets no queries before it is a primary.
    'hot_standby=off',
  ]
  const standby = spawn(program, ['-D', dataPath, ...settings, ...own.flatMap((one) => ['-c', one])], {
    ...(process.getuid?.() === 0 && { uid, gid }),
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: 'ignore',
  })
  const kill = (): void => void standby.kill('SIGKILL')
  try {
    await makeSynchronous(primaryUrl, standby)
  } catch (error) {
    kill()
    throw error
  }
  return {
    promote: async () => {
      publish(dataPath, 'promote')
      standby.kill('SIGUSR1')
      const isPromoted = async (): Promise<boolean> => !existsSync(join(dataPath, 'standby.signal'))
      await waitUntil('the replica is a primary', isPromoted, { limitMs })
      const exited = once(standby, 'exit')
      standby.kill('SIGINT')
      await exited
    },
    kill,
  }
}

async function makeSynchronous(primaryUrl: string, standby: ChildProcess): Promise<void> {
  const client = new pg.Client({ connectionString: primaryUrl })
  client.on('error', () => undefined)
  await client.connect()
  const isReplica = async (condition: string): Promise<boolean> => {
    if (standby.exitCode !== null) throw new Error('The replica does not start.')
    const { rowCount } = await client.query(`select from pg_stat_replication where ${condition}`)
    return rowCount === 1
  }
  try {
    await waitUntil('the replica follows', () => isReplica(`state = 'streaming'`), { limitMs })
    await client.query(`alter system set synchronous_standby_names = '*'`)
    await client.query('select pg_reload_conf()')
    await waitUntil('commits wait for the replica', () => isReplica(`sync_state = 'sync'`), { limitMs })
  } finally {
    await client.end()
  }
}
