import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DirectoryGuard, findEmbeddedPostgres, guardDirectory } from '@signalpost/embedded-postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const limit = { timeout: 15_000, interval: 25 }

let root: string
let dataDir: string
let guard: DirectoryGuard
let directory: string
let supervisors: ChildProcess[]

// One database for all tests: creating one takes more than a second.
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'signalpost-supervisor-'))
  chmodSync(root, 0o755)
  dataDir = join(root, 'data')
  guard = guardDirectory(root)
})

afterAll(() => guard.release())

beforeEach(() => {
  directory = mkdtempSync(join(root, 'test-'))
  supervisors = []
})

afterEach(async () => {
  for (const supervisor of supervisors) {
    if (supervisor.exitCode !== null || supervisor.signalCode !== null) continue
    supervisor.kill('SIGTERM')
    await once(supervisor, 'exit')
  }
})

describe('runSupervisor', () => {
  test('prepares, starts the processes, prints the ready lines, and stops everything on SIGTERM', async () => {
    const { supervisor, output } = start()
    await output.until('ready 1001 1002 1003')
    expect(output.text()).toContain('prepared postgres://')
    // A process records that it is ready just after it reported it.
    const allReady = expect.arrayContaining(['intake ready', 'api ready', 'worker ready'])
    await expect.poll(events, limit).toEqual(allReady)
    expect(existsSync(join(dataDir, 'master-key'))).toBe(true)

    supervisor.kill('SIGTERM')
    expect(await exitOf(supervisor)).toBe(0)
    const stops = events().filter((event) => event.endsWith('SIGTERM'))
    expect(stops.slice(0, 2).toSorted()).toEqual(['api SIGTERM', 'intake SIGTERM'])
    expect(stops[2]).toBe('worker SIGTERM')
    expect(findEmbeddedPostgres(dataDir)).toBeUndefined()
  })

  test('prints only the ready lines on stdout', async () => {
    const { supervisor } = start({ intake: `console.log('a log line')\n${wellBehaved}` })
    const stdout = collect(supervisor.stdout)
    await stdout.until('ready')
    expect(stdout.text()).toBe('ready 1001 1002 1003\n')
  })

  test('restarts a dead process on the same port', async () => {
    const { output } = start()
    await output.until('ready')
    const before = pidOf('worker')
    process.kill(before, 'SIGKILL')
    await expect.poll(() => pidOf('worker'), limit).not.toBe(before)
    expect(output.text()).toContain('worker ended (SIGKILL); restarting it')
    expect(events().filter((event) => event.startsWith('worker port'))).toEqual([
      'worker port 0',
      'worker port 1003',
    ])
  })

  test('ends a process whose event loop hangs, and restarts it', async () => {
    const { output } = start({ worker: hangsOnRequest }, { heartbeatMs: 1_000 })
    await output.until('ready')
    await expect.poll(events, limit).toContain('worker armed')
    const others = [pidOf('intake'), pidOf('api')]
    const before = pidOf('worker')
    process.kill(before, 'SIGUSR2')
    await expect.poll(() => pidOf('worker'), limit).not.toBe(before)
    expect(isAlive(before)).toBe(false)
    expect(output.text()).toContain(
      'worker no longer responds; ending it\nworker ended (SIGKILL); restarting it\n',
    )
    expect([pidOf('intake'), pidOf('api')]).toEqual(others)
  })

  test('kills a process that hangs while it stops', async () => {
    const { supervisor, output } = start({ worker: hangsOnRequest }, { heartbeatMs: 1_000 })
    await output.until('ready')
    await expect.poll(events, limit).toContain('worker armed')
    process.kill(pidOf('worker'), 'SIGUSR2')
    await expect.poll(events, limit).toContain('worker hangs')
    supervisor.kill('SIGTERM')
    expect(await exitOf(supervisor)).toBe(1)
    expect(isAlive(pidOf('worker'))).toBe(false)
  })

  test('keeps restarting a process that keeps dying', async () => {
    const { output } = start({ api: `${wellBehaved}\nsetTimeout(() => process.exit(7), 50)` })
    await output.until('ready')
    await output.until(/(api ended \(exit code 7\); restarting it\n){3}/)
  })

  test('says that the program of a dead process is gone, and runs it again once it is back', async () => {
    const { output } = start()
    await output.until('ready')
    const before = pidOf('worker')
    rmSync(join(directory, 'worker.mjs'))
    process.kill(before, 'SIGKILL')
    await output.until('and its program is gone; ./signalpost --version makes it again')
    writeFileSync(join(directory, 'worker.mjs'), wellBehaved)
    await expect.poll(() => pidOf('worker'), limit).not.toBe(before)
  })

  test.each([1, 2])('exits with the exit code %i of a process that refuses to start', async (code) => {
    const refusing = `console.error('the reason'); process.exit(${code})`
    const { supervisor, output } = start({ api: refusing })
    expect(await exitOf(supervisor)).toBe(code)
    expect(output.text()).toContain('the reason')
    expect(output.text()).not.toContain('ready')
    expect([pidOf('intake'), pidOf('worker')].filter(isAlive)).toEqual([])
    expect(findEmbeddedPostgres(dataDir)).toBeUndefined()
  })

  test('reports a taken port in one line before it starts a process there', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo // the cast: it listens on a port
    const { supervisor, output } = start({}, { port })
    expect(await exitOf(supervisor)).toBe(1)
    holder.close()
    expect(output.text()).toBe(`threw port ${port} on 127.0.0.1 is taken; set PORT\n`)
    expect(events()).toEqual([])
  })

  test('stops the database, then throws the error of the preparation', async () => {
    const { supervisor, output } = start({}, { prepare: `throw new Error('cannot migrate')` })
    expect(await exitOf(supervisor)).toBe(1)
    expect(output.text()).toContain('threw cannot migrate')
    expect(findEmbeddedPostgres(dataDir)).toBeUndefined()
  })

  test('restarts a dead database on the same port', async () => {
    const { output } = start()
    await output.until('ready')
    const url = findEmbeddedPostgres(dataDir)
    const pid = serverPid()
    process.kill(pid, 'SIGKILL')
    await output.until('PostgreSQL ended; restarting it')
    await expect.poll(() => serverPid(), limit).not.toBe(pid)
    await expect.poll(() => findEmbeddedPostgres(dataDir), limit).toBe(url)
    expect(events().filter((event) => event === 'intake ready')).toHaveLength(1)
  })

  test('stops when its parent dies without a signal', async () => {
    const { output, supervisor } = start({}, { below: 'sh' })
    await output.until('ready')
    const pids = [pidOf('intake'), pidOf('api'), pidOf('worker'), serverPid()]
    supervisor.kill('SIGKILL')
    await expect.poll(() => pids.filter(isAlive), limit).toEqual([])
  })

  test('ends its processes when it is killed, and the next start adopts the database', async () => {
    const first = start()
    await first.output.until('ready')
    const url = findEmbeddedPostgres(dataDir)
    first.supervisor.kill('SIGKILL')
    await expect
      .poll(() => [pidOf('intake'), pidOf('api'), pidOf('worker')].filter(isAlive), limit)
      .toEqual([])

    const second = start()
    await second.output.until('ready')
    expect(findEmbeddedPostgres(dataDir)).toBe(url)
    second.supervisor.kill('SIGTERM')
    expect(await exitOf(second.supervisor)).toBe(0)
    expect(findEmbeddedPostgres(dataDir)).toBeUndefined()
  })

  test('refuses a second start on the same data directory in one line', async () => {
    const first = start()
    await first.output.until('ready')
    const second = start()
    expect(await exitOf(second.supervisor)).toBe(1)
    expect(second.output.text()).toBe(`threw Signalpost is already running on ${dataDir}\n`)
    first.supervisor.kill('SIGINT')
    expect(await exitOf(first.supervisor)).toBe(0)
  })

  test('exits at once on a second signal, and leaves no process behind', async () => {
    const { supervisor, output } = start({
      worker: `${wellBehaved}\nprocess.removeAllListeners('SIGTERM').on('SIGTERM', () => record('deaf'))`,
    })
    await output.until('ready')
    const pids = [pidOf('intake'), pidOf('api'), pidOf('worker'), serverPid()]
    supervisor.kill('SIGTERM')
    await expect.poll(events, limit).toContain('worker deaf')
    // A signal sent earlier would count as the echo of the first.
    await sleep(300)
    supervisor.kill('SIGTERM')
    expect(await exitOf(supervisor)).toBe(1)
    await expect.poll(() => pids.filter(isAlive), limit).toEqual([])
  })

  test('exits with 1 if a process aborted its work', async () => {
    const cutting = wellBehaved.replace('process.exit(0)', 'process.exit(1)')
    const { supervisor, output } = start({ worker: cutting })
    await output.until('ready')
    supervisor.kill('SIGTERM')
    expect(await exitOf(supervisor)).toBe(1)
    expect(findEmbeddedPostgres(dataDir)).toBeUndefined()
  })

  test('counts the two signals of one Ctrl-C below npm as one', async () => {
    const { supervisor, output } = start()
    await output.until('ready')
    supervisor.kill('SIGINT')
    supervisor.kill('SIGINT')
    expect(await exitOf(supervisor)).toBe(0)
  })

  test('stops cleanly in the middle of the start', async () => {
    const { supervisor, output } = start(
      {},
      { prepare: `await new Promise((resolve) => setTimeout(resolve, 500))` },
    )
    await output.until('prepared')
    supervisor.kill('SIGTERM')
    expect(await exitOf(supervisor)).toBe(0)
    expect(output.text()).not.toContain('ready')
    expect(events()).toEqual([])
    expect(findEmbeddedPostgres(dataDir)).toBeUndefined()
  })

  test('stops its processes and its database on an uncaught error', async () => {
    const { supervisor, output } = start(
      { worker: `${wellBehaved}\nprocess.removeAllListeners('disconnect')\nsetInterval(() => {}, 1000)` },
      { describe: `setTimeout(() => { throw new Error('unforeseen') }, 100)` },
    )
    await output.until('ready')
    const pids = [pidOf('intake'), pidOf('api'), pidOf('worker'), serverPid()]
    expect(await exitOf(supervisor)).toBe(1)
    await expect.poll(() => pids.filter(isAlive), limit).toEqual([])
  })

  test('uses an external database and leaves it running', async () => {
    const { supervisor, output } = start({}, { databaseUrl: 'postgres://somewhere/else' })
    await output.until('ready')
    expect(output.text()).toContain('prepared postgres://somewhere/else')
    expect(serverPid()).toBeNaN()
    supervisor.kill('SIGTERM')
    expect(await exitOf(supervisor)).toBe(0)
  })
})

const wellBehaved = `
  import { appendFileSync } from 'node:fs'
  const record = (event) => appendFileSync(process.env.RECORD, process.argv[1].match(/(\\w+).mjs/)[1] + ' ' + event + '\\n')
  const end = (reason) => { record(reason); process.exit(0) }
  record('port ' + process.env.PORT)
  record('pid ' + process.pid)
  process.on('SIGTERM', () => end('SIGTERM'))
  process.on('disconnect', () => end('disconnect'))
  process.send({ type: 'ready', port: { intake: 1001, api: 1002, worker: 1003 }[process.argv[1].match(/(\\w+).mjs/)[1]] })
  record('ready')
`

const hangsOnRequest = `
  ${wellBehaved}
  const beat = () => process.send({ type: 'alive', isInspected: false })
  beat()
  setInterval(beat, 100)
  process.on('SIGUSR2', () => { record('hangs'); for (;;) {} })
  record('armed')
`

type Programs = Partial<Record<'intake' | 'api' | 'worker', string>>
type Settings = {
  prepare?: string
  describe?: string
  databaseUrl?: string
  port?: number
  below?: 'sh'
  heartbeatMs?: number
}

/** Starts a supervisor in a separate process, with small programs in place of intake, API and worker. */
function start(programs: Programs = {}, settings: Settings = {}) {
  for (const name of ['intake', 'api', 'worker'] as const) {
    writeFileSync(join(directory, `${name}.mjs`), programs[name] ?? wellBehaved)
  }
  const plan = (name: string) =>
    `{ entry: ${JSON.stringify(join(directory, `${name}.mjs`))}, port: ${settings.port ?? 0}, portVariable: 'PORT', heartbeatMs: ${settings.heartbeatMs} }`
  const program = `
    import { runSupervisor } from ${JSON.stringify(import.meta.resolve('./run-supervisor.ts'))}
    try {
      process.exitCode = await runSupervisor({
        dataDir: ${JSON.stringify(dataDir)},
        databaseUrl: ${JSON.stringify(settings.databaseUrl)},
        host: '127.0.0.1',
        drainMs: 0,
        environment: { ...process.env, RECORD: ${JSON.stringify(join(directory, 'events'))} },
        processes: { intake: ${plan('intake')}, api: ${plan('api')}, worker: ${plan('worker')} },
        prepare: async (url) => { console.error('prepared ' + url); ${settings.prepare ?? ''} },
        describe: async ({ intake, api, worker }) => { ${settings.describe ?? ''}; return [['ready', intake, api, worker].join(' ')] },
        print: console.log,
        note: console.error,
      })
    } catch (error) {
      console.error('threw ' + error.message)
      process.exitCode = 1
    }
  `
  const node = [process.execPath, '--input-type=module', '--eval', program]
  const [command = '', ...args] = settings.below === 'sh' ? ['sh', '-c', '"$0" "$@" & wait', ...node] : node
  const supervisor = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  supervisors.push(supervisor)
  return { supervisor, output: collect(supervisor.stdout, supervisor.stderr) }
}

type Output = { text: () => string; until: (pattern: string | RegExp) => Promise<void> }

function collect(...streams: (Readable | null)[]): Output {
  let text = ''
  for (const stream of streams) {
    stream?.on('data', (chunk) => {
      text += chunk
    })
  }
  return {
    text: () => text,
    until: (pattern) => expect.poll(() => text, limit).toMatch(pattern),
  }
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  return child.exitCode
}

/** Returns what the small programs recorded so far: their name and an event. */
function events(): string[] {
  const path = join(directory, 'events')
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []
}

function pidOf(name: string): number {
  const last = events().findLast((event) => event.startsWith(`${name} pid `))
  return Number(last?.split(' ')[2])
}

function serverPid(): number {
  const path = join(dataDir, 'postgres/data/postmaster.pid')
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : Number.NaN
}

/** Whether a process is alive. A zombie, which may remain in a container, has no command line. */
function isAlive(pid: number): boolean {
  const path = `/proc/${pid}/cmdline`
  return existsSync(path) && readFileSync(path, 'utf8') !== ''
}
