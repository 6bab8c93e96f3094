import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { loadCommands } from './commands/commands.ts'
import { cliWith } from './test-support/call-cli.ts'
import { cliInProcess } from './test-support/call-in-process.ts'
import { type CliStore, openCliStore } from './test-support/open-cli-store.ts'

const commands = await loadCommands()

let store: CliStore

test.beforeAll(async ({ testDatabase }) => {
  store = openCliStore(testDatabase.url)
})

afterAll(() => store.close())

// Bad usage is reported before any store is opened.
const nowhere = cliInProcess({ SIGNALPOST_DATA_DIR: '/nonexistent' })

describe('bad usage', () => {
  const wrongCalls = [
    [''],
    ['nonsense'],
    ['source'],
    ['source', 'nonsense'],
    ['workspace', 'create'],
    ['workspace', 'create', '--name'],
    ['workspace', 'create', '--name', ' '],
    ['workspace', 'create', '--name', 'A', '--id', 'Acme'],
    ['workspace', 'update', 'org_a'],
    ['workspace', 'list', 'extra'],
    ['workspace', 'list', '--nonsense'],
    ['key', 'create', '--scope', 'admin'],
    ['key', 'create'],
    ['key', 'create', '--scope', 'signals:read', '--expires', '2020-01-01T00:00:00Z'],
    ['source', 'create', '--name', 'A', '--scheme', 'none'],
    ['source', 'create', '--name', 'A', '--scheme', 'stripe'],
    ['source', 'create', '--name', 'A', '--scheme', 'github', '--tolerance', '60'],
    ['source', 'create', '--name', 'A', '--tolerance', '0'],
    ['source', 'create', '--name', 'A', '--setting', 'header'],
    ['source', 'create', '--name', 'A', '--setting', 'header=x-a'],
    ['source', 'create', '--name', 'A', '--secret-file', '/nonexistent'],
    ['source', 'rotate', 'src_1', '--overlap', 'soon'],
    ['source', 'rotate'],
    ['event', 'send'],
    ['event', 'sign'],
    ['event', 'sign', '--secret', 'a secret', '--secret-file', '-'],
    ['event', 'sign', '--secret-file', '-'],
    ['event', 'sign', '--secret', 'short'],
    ['event', 'sign', '--secret', 'long enough', '--timestamp', '1767225600abc'],
    ['delivery', 'list', '--limit', '1001'],
    ['delivery', 'list', '--limit', '0'],
    ['delivery', 'list', '--status', 'lost'],
    ['delivery', 'list', '--since', 'yesterday'],
    ['delivery', 'list', '--cursor', 'nonsense'],
    ['delivery', 'show'],
    ['delivery', 'replay'],
    ['delivery', 'replay', '--type', 'ping'],
    ['delivery', 'replay', 'dlv_1', '--status', 'dead'],
    ['canary', 'enable', '--every', '9s'],
    ['canary', 'enable', '--every', '25h'],
    ['erase', 'signal'],
    ['erase', 'signal', 'an id with spaces'],
    ['start', '--nonsense'],
    ['intake', 'extra'],
  ]

  test('prints one line on stderr and nothing on stdout, and exits with 2', async () => {
    const called = await cliWith({})(['source', 'creat', '--json'])
    const stderr = "error: unknown command 'creat' (Did you mean create?)\n"
    expect(called).toEqual({ exitCode: 2, stdout: '', stderr })
  })

  test.each(wrongCalls.map((args) => ({ line: args.join(' '), args })))(
    'is reported in one line: $line',
    async ({ args }) => {
      const called = await nowhere(args)
      expect(called).toEqual({ exitCode: 2, stdout: '', stderr: expect.stringMatching(/^error: [^\n]+\n$/) })
    },
  )

  test('is reported without the secret that was given', async () => {
    const { stderr } = await nowhere(['event', 'sign', '--secret', 'short', '--timestamp', '1767225600'])
    expect(stderr).toBe('error: --secret: expected 8 to 500 bytes of text\n')
  })
})

test('in the environment is reported with one line for each variable', async () => {
  const call = cliWith({ SIGNALPOST_HOST: '??', SIGNALPOST_API_PORT: 'http', SIGNALPOST_INTAKE_PORT: '' })
  const { exitCode, stdout, stderr } = await call(['workspace', 'list', '--json'])
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
  expect(stderr.split('\n')).toEqual([
    expect.stringContaining('SIGNALPOST_HOST is "??"'),
    expect.stringContaining('SIGNALPOST_API_PORT is "http"'),
    '',
  ])
})

test('reports the directory where no server is running', async () => {
  const { exitCode, stdout, stderr } = await nowhere(['workspace', 'list', '--json'])
  const where = 'no embedded PostgreSQL is running on /nonexistent; start it with npm start'
  const elsewhere =
    'for an installation elsewhere, run ./signalpost login --url with the address of its console'
  const message = `${where}; ${elsewhere}`
  expect(exitCode).toBe(1)
  expect(JSON.parse(stdout)).toEqual({ message, code: 'unavailable' })
  expect(stderr).toBe(`error: ${message}\n`)
  expect((await nowhere(['--local', 'workspace', 'list'])).stderr).toBe(`error: ${where}\n`)
})

test('reports a database that is unreachable or not migrated without a stack trace', async () => {
  const away = cliWith({ ...store.environment, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  const refused = await away(['workspace', 'list', '--json'])
  expect(refused.exitCode).toBe(1)
  expect(JSON.parse(refused.stdout)).toMatchObject({ code: 'unavailable' })
  expect(refused.stderr).toMatch(/^error: The database cannot be used: connect ECONNREFUSED [^\n]+\n$/)

  await store.pool.query('create schema empty')
  const url = `${store.environment.DATABASE_URL}?options=-csearch_path%3Dempty`
  const unmigrated = await cliWith({ ...store.environment, DATABASE_URL: url })(['workspace', 'list'])
  expect(unmigrated.stderr).toContain('Run ./signalpost migrate')
})

test('every command prints its help, even with a faulty configuration', async () => {
  const misconfigured = cliInProcess({ SIGNALPOST_HOST: '??' })
  await Promise.all(
    commands.map(async ({ path, summary }) => {
      const { exitCode, stdout, stderr } = await misconfigured([...path.split(' '), '--help'])
      expect({ path, exitCode, stderr }).toEqual({ path, exitCode: 0, stderr: '' })
      expect(stdout).toContain(`Usage: signalpost ${path}`)
      expect(stdout.replace(/\s+/g, ' ')).toContain(summary)
    }),
  )
})

test('the overview names every group, in the order of the list of commands', async () => {
  const { stdout } = await nowhere(['--help'])
  const shown = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name)
  const groups = [...new Set(commands.map(({ path }) => path.split(' ')[0]))]
  expect(shown).toEqual([...groups, 'help'])
})

test('prints results on stdout and everything else on stderr', async () => {
  const made = await store.call(['workspace', 'create', '--name', 'Acme', '--id', 'org_acme'])
  expect(made).toEqual({ exitCode: 0, stdout: expect.stringContaining('org_acme'), stderr: '' })
  const key = await store.call(['key', 'create', '--scope', 'signals:read'])
  expect(key.stdout).toContain('spk_')
  expect(key.stderr).toBe('Keep the key now: it is not shown again.\n')
})
