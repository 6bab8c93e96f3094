import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishBundle } from './publish-bundle.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

let home: string
let bundle: string

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'signalpost bundle '))
  await publishBundle({ root, home })
  bundle = join(home, readFileSync(join(home, 'current'), 'utf8').trim())
}, 120_000)

afterAll(() => rmSync(home, { recursive: true, force: true }))

test('every file that the bundle names is in it', () => {
  const named = globSync('*.js', { cwd: bundle }).flatMap((file) =>
    [
      ...readFileSync(join(bundle, file), 'utf8').matchAll(
        /new URL\(\s*["'`]((?:\.\/|resources\/)[^"'`$]+)/g,
      ),
    ].map(([, path = '']) => path),
  )
  expect(named).toEqual(expect.arrayContaining(['./searcher.main.js', './searching.judging.judge-thread.js']))
  expect(named.filter((path) => !existsSync(join(bundle, path)))).toEqual([])
})

test('its command line describes every command, and loads the code of one', () => {
  const main = join(bundle, 'cli.main.js')
  const help = execFileSync(process.execPath, [main, '--help'], { encoding: 'utf8' })
  expect(help).toContain('warehouse')
  const unknown = spawnSync(process.execPath, [main, 'source', 'list', '--nonsense'], {
    encoding: 'utf8',
  })
  expect(unknown).toMatchObject({ status: 2, stderr: "error: unknown option '--nonsense'\n" })
  const keys = spawnSync(process.execPath, [main, 'event', 'sign', '--help'], { encoding: 'utf8' })
  expect(keys).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage: signalpost event sign') })
})

// package.json has the version.
const everyCall = new Set(['apps/cli', 'package.json', 'commander', '@clack/core', '@clack/prompts'])
const neverForRows =
  /^(?:bullmq|ioredis|undici|express|nodemailer|prom-client|pino|@opentelemetry|@aws-sdk|@clickhouse)/

test.each([['--version'], ['--help'], ['warehouse', 'create', '--help'], ['nonsense']])(
  'signalpost %s %s loads the parser of the command line and texts alone',
  (...words) => {
    const loaded = packagesLoadedBy(words).filter((name) => !/^(?:fast-|sisteransi$)/.test(name))
    expect(loaded.filter((name) => !everyCall.has(name))).toEqual([])
  },
)

test('a command that reads rows loads what reads rows', () => {
  const loaded = packagesLoadedBy(['source', 'list'])
  expect(loaded).toEqual(expect.arrayContaining(['apps/cli', 'packages/database', 'kysely', 'pg']))
  expect(loaded.filter((name) => neverForRows.test(name))).toEqual([])
  expect(loaded).not.toContain('packages/warehouses')
  expect(loaded).not.toContain('packages/channels')
})

test.each(['api', 'console', 'intake', 'searcher', 'worker'])(
  'the %s loads few files, and neither an HTTP client nor what describes its interface',
  (program) => {
    // Without settings it ends as soon as it has read them.
    const loaded = urlsLoadedBy([join(bundle, `${program}.main.js`)])
    expect(loaded.filter((url) => url.includes(basename(bundle))).length).toBeLessThan(100)
    expect(loaded).toContain('http')
    expect(loaded).not.toContain('internal/deps/undici/undici')
    expect(packagesOf(loaded).filter((name) => /^(?:undici|zod-openapi)$/.test(name))).toEqual([])
  },
)

/** Returns the packages and folders whose code a call loads: by the maps of the files of the bundle that it reads. */
function packagesLoadedBy(words: readonly string[]): string[] {
  const settings = {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    SIGNALPOST_MASTER_KEY: 'A'.repeat(43).concat('='),
  }
  return packagesOf(urlsLoadedBy([join(bundle, 'cli.main.js'), ...words], settings))
}

/** Returns the URLs of the modules that a program loads, and the names of Node's own. */
function urlsLoadedBy(words: readonly string[], env: NodeJS.ProcessEnv = {}): string[] {
  const noted = join(home, 'noted')
  rmSync(noted, { force: true })
  const preload = `data:text/javascript,${encodeURIComponent(`
    import { appendFileSync } from 'node:fs'
    import { registerHooks } from 'node:module'
    const note = (line) => appendFileSync(${JSON.stringify(noted)}, line + '\\n')
    registerHooks({ load: (url, context, next) => (note(url), next(url, context)) })
    process.on('exit', () => process.moduleLoadList.map((name) => note(name.replace(/^NativeModule /, ''))))`)}`
  spawnSync(process.execPath, ['--import', preload, ...words], { env, timeout: 60_000 })
  return readFileSync(noted, 'utf8').split('\n')
}

function packagesOf(urls: readonly string[]): string[] {
  const names = urls
    .filter((url) => url.startsWith('file:'))
    .map((url) => fileURLToPath(url))
    .filter((file) => existsSync(`${file}.map`))
    .flatMap((file) => {
      const { sources }: { sources: string[] } = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
      return sources.map(packageOf)
    })
  return [...new Set(names)]
}

function packageOf(source: string): string {
  const [, installed] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? []
  return installed ?? /(?:apps|packages|infra)\/[^/]+/.exec(source)?.[0] ?? basename(source)
}

test('a bundle that was cut off is made again, and a whole one is left alone', async () => {
  const main = join(bundle, 'intake.main.js')
  const madeAt = (): bigint => statSync(main, { bigint: true }).ctimeNs
  const first = madeAt()
  await publishBundle({ root, home })
  expect(madeAt()).toBe(first)
  truncateSync(main, 100)
  await publishBundle({ root, home })
  expect(statSync(main).size).toBeGreaterThan(100)
}, 120_000)
