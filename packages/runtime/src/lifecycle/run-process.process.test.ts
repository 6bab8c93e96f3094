import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'

const packageDir = join(dirname(fileURLToPath(import.meta.url)), '../..')
const children: ChildProcess[] = []
const agent = new Agent({ keepAlive: true })

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const startsAtOnce = 'start: async () => ({ port: 1234, stop: async () => undefined })'
const neverStops = 'start: async () => ({ stop: () => new Promise(() => undefined) })'
const staysAlive = 'setInterval(() => undefined, 1000);'

describe('runProcess', () => {
  test('tells its parent when it is ready, and stops on SIGTERM with exit code 0', async () => {
    const child = run(
      `${staysAlive} await runProcess({ name: 'test', configure: () => ({}), ${startsAtOnce} })`,
    )
    expect(await readyOf(child)).toEqual({ type: 'ready', port: 1234 })
    child.kill('SIGTERM')
    expect(await exitOf(child)).toMatchObject({ code: 0 })
  })

  test('logs what libraries print and what Node warns of, and prints nothing else', async () => {
    const child = run(`await runProcess({
      name: 'test',
      configure: () => ({}),
      start: async () => {
        console.warn('Skipping the %s check', 'ready')
        console.error(new Error('of a library'))
        process.emitWarning('Too many listeners', 'MaxListenersExceededWarning')
        return { port: 1, stop: async () => undefined }
      },
    })`)
    const printed = textOf(child)
    await printed.until(/process\.warning/)
    child.kill('SIGTERM')
    const { stderr } = await exitOf(child)
    const lines = printed
      .text()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: 'process.printed', text: 'Skipping the ready check' }),
    )
    expect(lines).toContainEqual(expect.objectContaining({ text: expect.stringContaining('of a library') }))
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: 'process.warning',
        err: expect.objectContaining({ message: 'Too many listeners' }),
      }),
    )
    expect(stderr).toBe('')
  })

  test('sends heartbeats to its parent once it is ready', async () => {
    const child = run(
      `${staysAlive} await runProcess({ name: 'test', configure: () => ({}), ${startsAtOnce} })`,
    )
    const messages: unknown[] = []
    child.on('message', (message) => messages.push(message))
    await expect
      .poll(() => messages.slice(0, 3), { timeout: 20_000 })
      .toEqual([
        { type: 'ready', port: 1234 },
        { type: 'alive', isInspected: false },
        { type: 'alive', isInspected: false },
      ])
  })

  test('hands what it read from its environment to the start', async () => {
    const child = run(`await runProcess({
      name: 'test',
      configure: async () => ({ port: 77 }),
      start: async ({ port }) => ({ port, stop: async () => undefined }),
    })`)
    expect(await readyOf(child)).toEqual({ type: 'ready', port: 77 })
  })

  test('exits with 2 and a line for each bad variable', async () => {
    const child = run(
      `await runProcess({ name: 'test', configure: () => readConfig(commonConfigSchema, process.env), ${startsAtOnce} })`,
      { SIGNALPOST_API_PORT: 'x', SIGNALPOST_HOST: '/' },
    )
    const { code, stderr } = await exitOf(child)
    expect(code).toBe(2)
    expect(stderr.split('\n')).toEqual([
      'SIGNALPOST_HOST is "/"; expected an address or a host name, such as 127.0.0.1',
      'SIGNALPOST_API_PORT is "x"; expected a whole number from 0 to 65535',
      '',
    ])
  })

  test('exits with 1 and one line when its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const child = run(`await runProcess({
      name: 'test',
      configure: () => ({}),
      start: async () => {
        const { close } = await listen({ handler: () => {}, host: '127.0.0.1', port: ${port}, portVariable: 'SIGNALPOST_API_PORT' })
        return { stop: close }
      },
    })`)
    const { code, stderr } = await exitOf(child)
    taken.close()
    expect(code).toBe(1)
    expect(stderr).toBe(`port ${port} on 127.0.0.1 is taken; set SIGNALPOST_API_PORT\n`)
  })

  test('stops when its parent closes the channel', async () => {
    const child = run(
      `${staysAlive} await runProcess({ name: 'test', configure: () => ({}), ${startsAtOnce} })`,
    )
    await readyOf(child)
    child.disconnect()
    expect(await exitOf(child)).toMatchObject({ code: 0 })
  })

  test('stops when its parent dies', async () => {
    const parent = spawn(
      'sh',
      [
        '-c',
        `"$0" "$@" & echo started; wait`,
        ...command(`${staysAlive}
      await runProcess({ name: 'test', configure: () => ({}), ${startsAtOnce} })`),
      ],
      { cwd: packageDir },
    )
    children.push(parent)
    const output = textOf(parent)
    await output.until(/process\.started/)
    const pid = Number(/"pid":(\d+)/.exec(output.text())?.[1])
    parent.kill('SIGKILL')
    await output.until(/the parent died/)
    await output.until(/process\.stopped/)
    expect(pid).toBeGreaterThan(0)
  })

  test('waits for a start that is under way before it stops', async () => {
    const child = run(`await runProcess({
      name: 'test',
      configure: () => ({}),
      start: async () => {
        console.log('opening')
        await new Promise((resolve) => setTimeout(resolve, 500))
        return { stop: async () => console.log('closed what it opened') }
      },
    })`)
    const output = textOf(child)
    await output.until(/opening/)
    child.kill('SIGINT')
    expect(await exitOf(child)).toMatchObject({ code: 0 })
    expect(output.text()).toContain('closed what it opened')
  })

  test('exits at once with 1 on a second signal', async () => {
    const child = run(
      `${staysAlive} await runProcess({ name: 'test', configure: () => ({}), ${neverStops} })`,
    )
    await readyOf(child)
    child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(child.exitCode).toBeNull()
    child.kill('SIGTERM')
    expect(await exitOf(child)).toMatchObject({ code: 1 })
  })

  const drained = (drainMs: number): string => `await runProcess({
    name: 'test',
    configure: () => ({ drainMs: ${drainMs} }),
    start: async (_config, { registry, draining }) => {
      const app = createApp().use(healthRoutes({ checks: [], registry, draining }))
      const { port, close } = await listen({ handler: app, host: '127.0.0.1', port: 0, draining })
      return { port, stop: close }
    },
  })`

  test('serves on while it drains, but is not ready and keeps no connection', async () => {
    const child = run(drained(120_000))
    const { port } = await readyOf(child)
    expect(await answerOf(port, '/readyz')).toMatchObject({ status: 200, connection: 'keep-alive' })
    child.kill('SIGTERM')
    await expect
      .poll(() => answerOf(port, '/readyz'), { timeout: 10_000 })
      .toMatchObject({ status: 503, connection: 'close', body: expect.stringContaining('draining') })
    expect(await answerOf(port, '/healthz')).toMatchObject({ status: 200, connection: 'close' })
    await new Promise((resolve) => setTimeout(resolve, 400)) // earlier, it would count as the first one
    child.kill('SIGTERM')
    expect(await exitOf(child)).toMatchObject({ code: 1 })
  })

  test('stops with exit code 0 once it has drained', async () => {
    const child = run(drained(300))
    const output = textOf(child)
    await readyOf(child)
    child.kill('SIGTERM')
    expect(await exitOf(child)).toMatchObject({ code: 0 })
    expect(output.text()).toMatch(/"msg":"process.draining".*"msg":"process.stopped"/s)
  })

  test('does not drain before it is ready', async () => {
    const child = run(`await runProcess({
      name: 'test',
      configure: () => ({ drainMs: 120_000 }),
      start: async () => {
        console.log('opening')
        await new Promise((resolve) => setTimeout(resolve, 500))
        return { stop: async () => undefined }
      },
    })`)
    await textOf(child).until(/opening/)
    child.kill('SIGTERM')
    expect(await exitOf(child)).toMatchObject({ code: 0 })
  })

  test.each([
    [
      'takes too long to stop',
      'stopTimeoutMs: 300, start: async () => ({ stop: () => new Promise(() => undefined) })',
      'process.stop-timed-out',
    ],
    [
      'cuts work off to stop',
      "start: async (_config, { onCutOff }) => ({ stop: async () => onCutOff('jobs') })",
      '"cutOff":["jobs"],"msg":"process.cut-off"',
    ],
  ])('exits with 1 when it %s', async (_case, start, line) => {
    const child = run(`${staysAlive} await runProcess({ name: 'test', configure: () => ({}), ${start} })`)
    const output = textOf(child)
    await readyOf(child)
    child.kill('SIGTERM')
    expect(await exitOf(child)).toMatchObject({ code: 1 })
    expect(output.text()).toContain(line)
  })

  test.each([
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
    ['debug', ['debug', 'info', 'warn', 'error']],
  ])('logs from the level %s on', async (level, levels) => {
    const child = run(
      `${staysAlive} await runProcess({
        name: 'test',
        configure: () => ({ logLevel: readConfig(commonConfigSchema, process.env).SIGNALPOST_LOG_LEVEL }),
        start: async (_config, { logger }) => {
          for (const level of ['debug', 'info', 'warn', 'error']) logger[level]('a.line')
          return { stop: async () => {} }
        },
      })`,
      { SIGNALPOST_LOG_LEVEL: level },
    )
    const output = textOf(child)
    await readyOf(child)
    child.kill('SIGTERM')
    await exitOf(child)
    const lines = output
      .text()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.flatMap(({ level, msg }) => (msg === 'a.line' ? [level] : []))).toEqual(levels)
  })

  test('takes two signals at once, as one Ctrl-C makes under npm, for one', async () => {
    const child = run(`${staysAlive} await runProcess({
      name: 'test',
      configure: () => ({}),
      start: async () => ({ stop: () => new Promise((resolve) => setTimeout(resolve, 500)) }),
    })`)
    await readyOf(child)
    child.kill('SIGINT')
    child.kill('SIGTERM') // two of one kind would arrive as one
    expect(await exitOf(child)).toMatchObject({ code: 0 })
  })

  test.each([
    ['an uncaught exception', 'setTimeout(() => { throw new Error("unforeseen") }, 1)'],
    ['an unhandled rejection', 'setTimeout(() => Promise.reject(new Error("unforeseen")), 1)'],
    ['a start that failed', ''],
  ])('logs %s and exits with 1', async (_case, fault) => {
    const start = fault === '' ? 'start: async () => { throw new Error("unforeseen") }' : startsAtOnce
    const child = run(
      `${staysAlive} await runProcess({ name: 'test', configure: () => ({}), ${start} }); ${fault}`,
    )
    const output = textOf(child)
    expect(await exitOf(child)).toMatchObject({ code: 1 })
    expect(output.text()).toMatch(/"level":"fatal".*"message":"unforeseen".*"msg":"process.failed"/)
  })
})

function command(body: string): [string, ...string[]] {
  const imports =
    "import { commonConfigSchema, createApp, healthRoutes, listen, readConfig, runProcess } from './src/index.ts';"
  return [process.execPath, '--input-type=module-typescript', '-e', `${imports}\n${body}`]
}

function run(body: string, env: Record<string, string> = {}): ChildProcess {
  const [program, ...args] = command(body)
  const child = spawn(program, args, {
    cwd: packageDir,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.push(child)
  return child
}

async function readyOf(child: ChildProcess): Promise<{ port: number }> {
  const [message] = await once(child, 'message')
  return message
}

async function answerOf(
  port: number,
  path: string,
): Promise<{ status: number | undefined; connection: string | undefined; body: string }> {
  const request = get({ host: '127.0.0.1', port, path, agent })
  const [response] = await once(request, 'response')
  return {
    status: response.statusCode,
    connection: response.headers.connection,
    body: await text(response),
  }
}

async function exitOf(child: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const ended = child.stderr === null ? undefined : once(child.stderr, 'end')
  if (child.exitCode === null) await once(child, 'exit')
  await ended
  return { code: child.exitCode, stderr }
}

function textOf(child: ChildProcess): { text: () => string; until: (pattern: RegExp) => Promise<void> } {
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    child.emit('text')
  })
  return {
    text: () => text,
    until: async (pattern) => {
      while (!pattern.test(text)) await once(child, 'text')
    },
  }
}
