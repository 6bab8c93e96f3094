import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  type DirectoryGuard,
  type EmbeddedPostgres,
  findEmbeddedPostgres,
  guardDirectory,
  startEmbeddedPostgres,
} from './index.ts'

const isRoot = process.getuid?.() === 0

let root: string
let guard: DirectoryGuard
let dataDir: string
let servers: EmbeddedPostgres[]
let programs: ChildProcess[]

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'signalpost-embedded-'))
  chmodSync(root, 0o755)
  guard = guardDirectory(root)
})

afterAll(() => guard.release())

// Creating a cluster takes more than a second, so most tests share one.
beforeEach(() => {
  dataDir = join(root, 'shared')
  servers = []
  programs = []
})

afterEach(async () => {
  for (const program of programs) program.kill('SIGKILL')
  for (const server of servers) await server.stop('immediate')
})

test('startEmbeddedPostgres creates a server that keeps what it acknowledged, and says where it is while it runs', async () => {
  useOwnDirectory()
  const server = await start({ durable: true })
  expect(server.adopted).toBe(false)
  expect(findEmbeddedPostgres(dataDir)).toBe(server.url)
  expect(await query(server.url, 'show fsync')).toBe('on')
  expect(await query(server.url, 'show full_page_writes')).toBe('on')
  expect(await query(server.url, 'show synchronous_commit')).toBe('on')
  expect(await query(server.url, 'show server_encoding')).toBe('UTF8')
  expect(await query(server.url, "select current_setting('is_superuser')")).toBe('off')
  await query(server.url, 'create table kept (value text)')
  await query(server.url, "insert into kept values ('here')")

  await server.stop()
  await server.closed
  expect(findEmbeddedPostgres(dataDir)).toBeUndefined()

  const second = await start()
  expect(await query(second.url, 'select value from kept')).toBe('here')
})

test('startEmbeddedPostgres admits no client without the password', async () => {
  const server = await start()
  const withoutPassword = new URL(server.url)
  withoutPassword.password = 'guessed'
  await expect(query(withoutPassword.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  expect(statSync(join(dataDir, 'postgres/credentials.json')).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'postgres/data')).mode & 0o777).toBe(0o700)
})

test('startEmbeddedPostgres takes connections on a private socket alone, on no TCP port', async () => {
  const server = await start()
  expect(await query(server.url, 'show listen_addresses')).toBe('')
  expect(listeningPorts(server.pid)).toEqual([])
  expect(statSync(socketDirectoryOf(server)).mode & 0o777).toBe(0o700)
})

test('startEmbeddedPostgres listens on the given TCP port of the loopback interface alone', async () => {
  useOwnDirectory()
  const port = await findFreePort()
  const server = await start({ port })
  expect(new URL(server.url).port).toBe(String(port))
  expect(await query(server.url, 'show listen_addresses')).toBe('127.0.0.1')
  expect(await query(server.superuserUrl, 'show unix_socket_directories')).toBe('')
})

test('startEmbeddedPostgres puts the socket of a data directory with a long path into the temporary directory', async () => {
  useOwnDirectory()
  dataDir = join(dataDir, 'a long name/'.repeat(8), 'data')
  const server = await start()
  onTestFinished(() => rmSync(socketDirectoryOf(server), { recursive: true, force: true }))
  expect(dirname(socketDirectoryOf(server))).toBe(tmpdir())
  expect(statSync(socketDirectoryOf(server)).mode & 0o777).toBe(0o700)
  expect(findEmbeddedPostgres(dataDir)).toBe(server.url)
  expect(await query(server.url, 'select 1 as one')).toBe(1)
})

test('startEmbeddedPostgres refuses a socket directory that other users can enter', async () => {
  const server = await start()
  await server.stop()
  const directory = socketDirectoryOf(server)
  chmodSync(directory, 0o755)
  onTestFinished(() => chmodSync(directory, 0o700))
  await expect(start()).rejects.toThrow(/^.*\/socket must be a directory of user id \d+ with mode 0700: /)
})

test('startEmbeddedPostgres starts although the pid in a stale socket lock belongs to another program by now', async () => {
  const first = await start()
  const directory = socketDirectoryOf(first)
  await first.stop()
  const bystander = spawn('sleep', ['600'], serverAccount())
  programs.push(bystander)
  await once(bystander, 'spawn')
  writeFileSync(join(directory, '.s.PGSQL.5432.lock'), `${bystander.pid}\n`)

  const second = await start()
  expect(await query(second.url, 'select 1 as one')).toBe(1)
  expect(bystander.exitCode).toBeNull()
})

test('startEmbeddedPostgres refuses a second owner of one data directory, in this process and in another', async () => {
  await start()
  const refusal = { code: 'already_running', message: `Signalpost is already running on ${dataDir}` }
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject(refusal)
  expect(await firstLine(runOwner())).toBe(refusal.message)
})

test('startEmbeddedPostgres lets one of two first starts at once win', async () => {
  useOwnDirectory()
  const [one, other] = await Promise.all([firstLine(runOwner()), firstLine(runOwner())])
  expect([one, other].filter((line) => line.startsWith('postgres://'))).toHaveLength(1)
  expect([one, other]).toContain(`Signalpost is already running on ${dataDir}`)
})

test('startEmbeddedPostgres adopts the server that a killed owner left behind', async () => {
  const owner = runOwner()
  const url = await firstLine(owner)
  owner.kill('SIGKILL')

  const server = await start()
  expect(server).toMatchObject({ adopted: true, url })
  await server.stop()
  await server.closed
  expect(findPid(dataDir)).toBeUndefined()
})

test('startEmbeddedPostgres stops the server when its owner ends of an uncaught error', async () => {
  const owner = runOwner("setImmediate(() => { throw new Error('unforeseen') })")
  const url = await firstLine(owner)
  expect(url).toMatch(/^postgres:/)
  if (owner.exitCode === null) await once(owner, 'exit')
  await expect.poll(() => findPid(dataDir)).toBeUndefined()
})

test('startEmbeddedPostgres starts although the pid in a stale postmaster.pid belongs to another program by now', async () => {
  const first = await start()
  const pidFile = join(dataDir, 'postgres/data/postmaster.pid')
  const content = readFileSync(pidFile, 'utf8')
  await first.stop('immediate')

  const bystander = spawn('sleep', ['600'], serverAccount())
  programs.push(bystander)
  await once(bystander, 'spawn')
  writeFileSync(pidFile, content.replace(/^\d+/, String(bystander.pid)))
  expect(findEmbeddedPostgres(dataDir)).toBeUndefined()

  const second = await start()
  expect(await query(second.url, 'select 1 as one')).toBe(1)
  expect(bystander.exitCode).toBeNull()
})

test('startEmbeddedPostgres tells its owner that the server died, and starts it again at the same address', async () => {
  const server = await start()
  process.kill(server.pid, 'SIGKILL')
  await server.closed

  const again = await start()
  expect(again.url).toBe(server.url)
  expect(again.adopted).toBe(false)
  expect(await query(again.url, 'select 1 as one')).toBe(1)
})

test('startEmbeddedPostgres keeps its lock through a crash of a single backend', async () => {
  const server = await start()
  const backend = await query(server.superuserUrl, 'select pg_backend_pid()', (pid) =>
    process.kill(pid, 'SIGKILL'),
  )
  expect(backend).toBeTypeOf('number')
  const heldLocks = "select count(*)::int from pg_locks where locktype = 'advisory'"
  await expect.poll(() => query(server.superuserUrl, heldLocks).catch(() => 0), { timeout: 10_000 }).toBe(1)
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({ code: 'already_running' })
})

test('startEmbeddedPostgres refuses data of another major version of PostgreSQL', async () => {
  const server = await start()
  await server.stop()
  replaceUntilTheEnd(join(dataDir, 'postgres/data/PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(
    `the data in ${dataDir}/postgres was made by PostgreSQL 17 and this is PostgreSQL 18`,
  )
})

test('startEmbeddedPostgres says in one line why the server does not start', async () => {
  const server = await start()
  await server.stop()
  replaceUntilTheEnd(join(dataDir, 'postgres/data/pg_hba.conf'), 'nonsense\n')
  await expect(start()).rejects.toThrow(/^PostgreSQL does not start: could not load .*pg_hba.conf$/)
})

test('startEmbeddedPostgres starts over where a first start was killed half-way', async () => {
  useOwnDirectory()
  const owner = runOwner()
  await expect.poll(() => existsSync(dataDir)).toBe(true)
  owner.kill('SIGKILL')
  const server = await start()
  expect(await query(server.url, 'select 1 as one')).toBe(1)
})

describe.runIf(isRoot)('startEmbeddedPostgres as root', () => {
  test('keeps the cluster where the account of the server can reach it, and remembers the place', async () => {
    useOwnDirectory(0o700)
    const server = await start()
    const home = readFileSync(join(dataDir, 'postgres-location'), 'utf8').trim()
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    expect(home).toMatch(/^\/var\/lib\/signalpost\/cluster-/)
    expect(readFileSync(join(home, 'belongs-to'), 'utf8')).toBe(`${dataDir}\n`)
    expect(readFileSync(join(dataDir, 'README'), 'utf8')).toContain(`\n  ${home}\n`)
    expect(findEmbeddedPostgres(dataDir)).toBe(server.url)
    await query(server.url, 'create table kept (value text)')
    await server.stop()

    const second = await start()
    expect(await query(second.url, 'select count(*)::int as rows from kept')).toBe(0)
  })

  test('keeps the cluster in the data directory although the umask closes new directories', async () => {
    useOwnDirectory()
    dataDir = join(dirname(dataDir), 'new/data')
    expect(await firstLine(runOwner('', {}, 0o077))).toMatch(/^postgres:/)
    expect(statSync(join(dataDir, 'postgres/data')).isDirectory()).toBe(true)
  })

  test('keeps other users away from the socket', async () => {
    const server = await start()
    const connect = `
      const socket = require('node:net').connect(${JSON.stringify(join(socketDirectoryOf(server), '.s.PGSQL.5432'))})
      socket.on('connect', () => process.exit(0)).on('error', ({ code }) => { console.log(code); process.exit(1) })`
    const stranger = spawn(process.execPath, ['--eval', connect], {
      uid: 65533,
      gid: 65533,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    expect(await firstLine(stranger)).toBe('EACCES')
  })

  test('takes over a socket directory that a killed start left to root', async () => {
    const first = await start()
    await first.stop()
    chownSync(socketDirectoryOf(first), 0, 0)
    const second = await start()
    expect(await query(second.url, 'select 1 as one')).toBe(1)
  })

  test('takes over the data of an ordinary user under the account of that user', async () => {
    useOwnDirectory(0o777)
    const account = { uid: 65534, gid: 65534 }
    const owner = runOwner('', account)
    expect(await firstLine(owner)).toMatch(/^postgres:/)
    owner.kill('SIGKILL')
    await (await start()).stop()

    const server = await start()
    expect(statSync(`/proc/${server.pid}`).uid).toBe(account.uid)
  })
})

function useOwnDirectory(mode = 0o755): void {
  const parent = mkdtempSync(join(root, 'own-'))
  chmodSync(parent, mode)
  dataDir = join(parent, 'data')
}

function replaceUntilTheEnd(path: string, content: string): void {
  const before = readFileSync(path)
  writeFileSync(path, content)
  onTestFinished(() => writeFileSync(path, before))
}

/** Not durable by default, which saves seconds of waiting for the disk. */
async function start(options: { port?: number; durable?: boolean } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false, ...options })
  servers.push(server)
  return server
}

/** Starts the server in another process that prints its URL, or its error's message. */
function runOwner(andThen = '', account = {}, umask = 0o022): ChildProcess {
  const program = `
    process.umask(${umask})
    import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./index.ts'))}
    try {
      const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false })
      console.log(server.url)
    } catch (error) {
      console.log(error.message)
      process.exit(1)
    }
    ${andThen}
  `
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  programs.push(owner)
  return owner
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the program has no stdout')
  for await (const line of createInterface({ input: stdout })) return line
  throw new Error('the program ended without a word')
}

/** Returns the first column of the first row. `meanwhile` receives it while the session is still open. */
async function query(url: string, sql: string, meanwhile?: (value: never) => void): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    // The cast: each caller knows the type of what it selects.
    meanwhile?.(rows[0]?.[0] as never)
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo // the cast: it listens on a port
  probe.close()
  return port
}

function socketDirectoryOf({ url }: EmbeddedPostgres): string {
  const directory = new URL(url).searchParams.get('host')
  if (directory === null) throw new Error('the URL names no socket')
  return directory
}

/** Returns the TCP ports on which a process listens: its sockets in state 0A in `/proc`. */
function listeningPorts(pid: number): number[] {
  const descriptors = readdirSync(`/proc/${pid}/fd`).map((name) => readlinkSync(`/proc/${pid}/fd/${name}`))
  const inodes = descriptors.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [])
  return ['tcp', 'tcp6'].flatMap((family) => {
    const rows = readFileSync(`/proc/net/${family}`, 'utf8').trim().split('\n').slice(1)
    const columns = rows.map((row) => row.trim().split(/\s+/))
    const listening = columns.filter((row) => row[3] === '0A' && inodes.includes(row[9] ?? ''))
    return listening.map((row) => Number.parseInt(row[1]?.split(':')[1] ?? '', 16))
  })
}

function findPid(directory: string): number | undefined {
  const locationPath = join(directory, 'postgres-location')
  const home = existsSync(locationPath)
    ? readFileSync(locationPath, 'utf8').trim()
    : join(directory, 'postgres')
  const pidFile = join(home, 'data/postmaster.pid')
  return existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : undefined
}

function serverAccount(): { uid?: number; gid?: number } {
  const { uid, gid } = statSync(join(dataDir, 'postgres/data'))
  return isRoot ? { uid, gid } : {}
}
