import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

let directory: string

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'signalpost-serving-'))
})

afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** What a program does differently from one that serves its process id and the metrics, by two processes. */
type Parts = {
  /** Runs in each process before anything else; `role` is undefined in the supervising one. */
  before?: string
  limits?: string
  /** When it is ready, after its port opened. */
  started?: string
  processes?: number
}

/** Starts a program with several processes on any port. */
function start({ before = '', limits = '', started = 'Promise.resolve(true)', processes = 2 }: Parts = {}) {
  const path = join(directory, `${crypto.randomUUID()}.mjs`)
  writeFileSync(
    path,
    `
    import cluster from 'node:cluster'
    import { ConfigError, createApp, healthRoutes, listen, runProcess, StartError } from ${JSON.stringify(import.meta.resolve('../index.ts'))}
    const role = cluster.isWorker ? process.argv.at(-1) : undefined
    ${before}
    await runProcess({
      name: 'test',
      configure: () => ({
        sharedPort: {
          processes: ${processes},
          host: '127.0.0.1',
          port: Number(process.env.PORT ?? 0),
          portVariable: 'PORT',
        },
      }),
      start: async (_config, { registry, draining }) => {
        const app = createApp()
        app.get('/pid', (_request, response) => response.end(String(process.pid)))
        // It ends, or it would outlive the test: what hangs cannot notice the end of its parent.
        app.get('/hang', () => { for (const untilMs = Date.now() + 20_000; Date.now() < untilMs; ) {} })
        app.use(healthRoutes({ checks: [], registry, draining }))
        const { port, close } = await listen({
          handler: app, host: '127.0.0.1', port: Number(process.env.PORT), draining, registry, ${limits}
        })
        return { port, started: ${started}, stop: close }
      },
    })
  `,
  )
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, output: collect(child) }
}

function collect(child: ChildProcess): { stdout: () => string; stderr: () => string } {
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk) => {
      output[name] += String(chunk)
    })
  }
  return { stdout: () => output.stdout, stderr: () => output.stderr }
}

async function portOf(child: ChildProcess): Promise<number> {
  const [message] = await once(child, 'message')
  return message.port
}

async function read(port: number, path: string, { timeoutMs = 10_000 } = {}): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs)
  const request = get({ host: '127.0.0.1', port, path, agent: false, signal })
  const [response] = await once(request, 'response')
  return text(response)
}

/** Opens connections, and returns those that are still open once the server has looked at all. */
async function openConnections(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect({ host: '127.0.0.1', port }))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (const socket of sockets) {
    socket.on('error', () => undefined) // those past the limit are cut off
    socket.resume()
  }
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets
}

describe('several processes on one port', () => {
  test('all answer', async () => {
    const { child } = start({ processes: 3 })
    const port = await portOf(child)
    const pids = new Set<string>()
    await expect
      .poll(async () => {
        for (let asked = 0; asked < 12; asked += 1) pids.add(await read(port, '/pid'))
        return pids.size
      })
      .toBe(3)
    expect(pids).not.toContain(String(child.pid))
  })

  test('close connections beyond the limit of each, and go on answering', async () => {
    const { child } = start({ limits: 'maxConnections: 3' })
    const port = await portOf(child)
    const sockets = await openConnections(port, 20)
    const isOpen = (socket: Socket): boolean => !socket.destroyed && !socket.readableEnded
    // One process may have taken them all.
    await expect.poll(() => sockets.filter(isOpen).length).toBeLessThanOrEqual(6)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => read(port, '/pid').catch(() => '')).toMatch(/^\d+$/)
    await expect
      .poll(() => read(port, '/metrics'))
      .toMatch(
        /^signalpost_connections_refused_total\{reason="process_limit",process="test"\} (1[4-9]|[2-9]\d)$/m,
      )
  })

  test('go on answering while one of them hangs', async () => {
    const { child } = start()
    const port = await portOf(child)
    read(port, '/hang').catch(() => undefined) // it never answers
    await sleep(500)
    const pids = await Promise.all(Array.from({ length: 20 }, () => read(port, '/pid')))
    expect(new Set(pids).size).toBe(1)
    // A scrape shows the hanging one as it last was.
    await expect.poll(() => read(port, '/metrics').catch(() => '')).toContain('signalpost_serving_processes')
  })

  test.each([
    ['wrong configuration', 'opens', `throw new ConfigError(['PORT is bad'])`, 2, 'PORT is bad\n'],
    ['a fault that a person must fix', 'opens', `throw new StartError('no disk')`, 1, 'no disk\n'],
    ['a fault of a process that joins', 'joins', `throw new StartError('no disk')`, 1, 'no disk\n'],
  ])('end with the reason, once, on %s', async (_case, refusing, refusal, exitCode, reason) => {
    const { child, output } = start({
      processes: refusing === 'opens' ? 4 : 2,
      before: `
        if (role === '${refusing}') {
          await runProcess({ name: 'test', configure: () => { ${refusal} }, start: async () => {} })
        }`,
    })
    await once(child, 'close')
    expect(child.exitCode).toBe(exitCode)
    expect(output.stderr()).toBe(reason)
    expect(output.stdout()).not.toContain('process.replaced')
  })

  test('end with the reason, once, on a fault that shows after the port has opened', async () => {
    // As when a database that all wait for comes back as a wrong one.
    const atMs = Date.now() + 5_000
    const { child, output } = start({
      processes: 4,
      started: `new Promise((_, reject) => setTimeout(() => reject(new StartError('no disk')), Math.max(1, ${atMs} - Date.now())))`,
    })
    await once(child, 'close')
    expect(child.exitCode).toBe(1)
    expect(output.stderr()).toBe('no disk\n')
  })

  test('replace a process that dies while it starts, after a growing pause', async () => {
    const { child, output } = start({
      before: `if (role === 'joins') { process.kill(process.pid, 'SIGKILL') }`,
    })
    await expect.poll(() => output.stdout().match(/process\.replaced/g)?.length).toBe(3)
    const pauses = [...output.stdout().matchAll(/"pauseMs":(\d+)/g)].map(([, pause]) => Number(pause))
    expect(pauses).toEqual([200, 400, 800])
    child.kill('SIGTERM')
    await once(child, 'close')
    expect(child.exitCode).toBe(0)
  })

  test('stop in the middle of their start', async () => {
    const { child, output } = start({
      before: `if (role !== undefined) await new Promise(() => setInterval(() => {}, 1000))`,
    })
    const childrenPath = `/proc/${child.pid}/task/${child.pid}/children`
    await expect.poll(() => readFileSync(childrenPath, 'utf8')).toMatch(/^\d+ $/)
    child.kill('SIGTERM')
    await once(child, 'close')
    expect(child.exitCode).toBe(0)
    expect(output.stdout()).not.toContain('"level":"error"')
  })
})
