import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { compileCache, programOf, type SlowServer, startSlowServer } from '@signalpost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'

// The host far.test has two addresses. The first packet to the one is lost, and nothing listens at the other.

let server: SlowServer

beforeEach(async () => {
  server = await startSlowServer()
})

afterEach(() => server.stop())

/** Runs Node with these arguments. The server thaws once the program looks up its host, whose first packet is then lost. */
async function run(args: string[], env: Record<string, string> = {}): Promise<string> {
  const preload = `
    import dns from 'node:dns'
    const { lookup } = dns
    dns.lookup = (name, options, found) => {
      if (name !== 'far.test') return lookup(name, options, found)
      setTimeout(() => process.kill(${server.pid}, 'SIGCONT'), 10)
      process.nextTick(found, null, [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }])
    }`
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, ...args],
    {
      cwd: fileURLToPath(new URL('../packages/runtime', import.meta.url)),
      env: { PATH: process.env.PATH ?? '', ...compileCache, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [stdout] = await Promise.all([text(child.stdout), once(child, 'close')])
  return stdout
}

test('a process reaches the host', async () => {
  const program = `
    import { once } from 'node:events'
    import { connect } from 'node:net'
    import { runProcess } from './src/index.ts'
    await runProcess({
      name: 'test',
      configure: () => ({}),
      start: async () => {
        await once(connect({ host: 'far.test', port: ${server.port} }), 'connect')
        return { stop: async () => undefined }
      },
    })
    process.exit()`
  expect(await run(['--input-type=module-typescript', '-e', program])).toContain('"msg":"process.started"')
})

test('the command line reaches it: the server, which speaks no PostgreSQL, closes the connection', async () => {
  const stdout = await run([programOf('cli'), 'doctor', '--json'], {
    DATABASE_URL: `postgres://signalpost@far.test:${server.port}/signalpost`,
    SIGNALPOST_MASTER_KEY: Buffer.alloc(32).toString('base64'),
  })
  const { checks } = JSON.parse(stdout) as { checks: { name: string; message: string }[] }
  expect(checks.find(({ name }) => name === 'database')?.message).toMatch(/ECONNRESET|terminated/)
})
