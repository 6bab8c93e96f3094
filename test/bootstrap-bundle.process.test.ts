import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type BootstrapProject,
  type BootstrapRun,
  stageBootstrapProject,
} from './support/bootstrap-project.ts'

const hasPackagedNode = process.platform === 'linux'

let project: BootstrapProject
let root: string
const write: BootstrapProject['write'] = (path, content) => project.write(path, content)
const run: BootstrapProject['run'] = (args, environment) => project.run(args, environment)

beforeEach(() => {
  project = stageBootstrapProject()
  root = project.root
})

afterEach(() => project.remove())

test.runIf(hasPackagedNode)(
  'bundles once, and again when a source, the lockfile or the bundle itself has changed',
  async () => {
    const isBundledAgain = async (change: () => void): Promise<boolean> => {
      const before = bundled().length
      change()
      expect(await programOf(run(['cli', 'hello']))).toBe('bundle')
      return bundled().length > before
    }
    expect(await isBundledAgain(() => undefined)).toBe(true)
    expect(await isBundledAgain(() => undefined)).toBe(false)
    expect(await isBundledAgain(() => write('packages/one/node_modules/a.js', ''))).toBe(true)
    expect(await isBundledAgain(() => write('packages/one/node_modules/b.js', ''))).toBe(false)
    expect(await isBundledAgain(() => write('docs/page.md', ''))).toBe(false)
    expect(await isBundledAgain(() => write('packages/one/src/index.ts', 'edited'))).toBe(true)
    expect(await isBundledAgain(() => rmSync(join(root, 'packages/one/src/index.ts')))).toBe(true)
    expect(await isBundledAgain(() => write('package.json', '{ "type": "module", "version": "2" }'))).toBe(
      true,
    )
    expect(await isBundledAgain(() => write('pnpm-lock.yaml', 'second'))).toBe(true)
    expect(await isBundledAgain(() => truncateSync(join(bundle(), 'part.js'), 1))).toBe(true)
    expect(await isBundledAgain(() => rmSync(bundle(), { recursive: true }))).toBe(true)
  },
)

test.runIf(hasPackagedNode)('runs for an account that is listed nowhere and has no HOME', async () => {
  // Only root may become one.
  const homeless = `
    import { syncBuiltinESMExports } from 'node:module'
    import os from 'node:os'
    os.homedir = () => { throw new Error('uv_os_homedir returned ENOENT') }
    syncBuiltinESMExports()`
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(homeless)}`
  expect(await programOf(run(['cli', 'hello'], { NODE_OPTIONS }))).toBe('bundle')
})

test.runIf(hasPackagedNode)('keeps the time of a file, and still sees that it was replaced', async () => {
  await run(['cli', 'hello'])
  const file = join(root, 'packages/one/src/index.ts')
  writeFileSync(file, 'other')
  utimesSync(file, 1, 1)
  await run(['cli', 'hello'])
  expect(bundled()).toHaveLength(2)
})

test.runIf(hasPackagedNode)('sees an edit after the clock was set back', async () => {
  await run(['cli', 'hello'])
  write('packages/one/src/index.ts', 'edited')
  const current = join(root, 'infra/bundle/dist/current')
  const inAnHour = new Date(Date.now() + 3_600_000)
  utimesSync(current, inAnHour, inAnHour)
  expect(launch().status).toBe(0)
  expect(bundled()).toHaveLength(2)
  await run(['cli', 'hello'])
  utimesSync(current, inAnHour, inAnHour)
  await run(['cli', 'hello'])
  expect(bundled()).toHaveLength(3)
})

test.runIf(hasPackagedNode)('lets one of several at once bundle', async () => {
  const programs = await Promise.all([1, 2, 3].map(() => programOf(run(['cli', 'hello']))))
  expect(programs).toEqual(['bundle', 'bundle', 'bundle'])
  expect(bundled()).toHaveLength(1)
})

test.runIf(hasPackagedNode)(
  'bundles into the cache of the user where the checkout cannot be written',
  async () => {
    write('infra/bundle/dist', 'no directory')
    const XDG_CACHE_HOME = join(root, 'cache of a user')
    expect(await programOf(run(['cli', 'hello'], { XDG_CACHE_HOME }))).toBe('bundle')
    expect(await programOf(run(['cli', 'hello'], { XDG_CACHE_HOME }))).toBe('bundle')
    expect(bundled()).toEqual([expect.stringContaining(`${XDG_CACHE_HOME}/signalpost/`)])
  },
)

test.runIf(hasPackagedNode)('runs the sources and says so where there is no bundle', async () => {
  write('bundler-fails', '')
  const { stdout, stderr } = await run(['cli', 'hello'])
  expect(JSON.parse(stdout)).toMatchObject({ program: 'sources' })
  const said = 'The product starts more slowly, because it is not bundled: no space left on device\n'
  expect(stderr).toContain(said)
  rmSync(join(root, 'bundler-fails'))
  const asked = await run(['cli', 'hello'], { SIGNALPOST_FROM_SOURCES: '1' })
  expect(asked).toMatchObject({ stderr: '', stdout: expect.stringContaining('"sources"') })
  rmSync(join(root, 'infra/bundle/dist'), { recursive: true })
  write('infra/bundle/dist', 'no directory')
  write('cache', 'no directory')
  const unwritable = await run(['cli', 'hello'], { XDG_CACHE_HOME: join(root, 'cache') })
  expect(unwritable.stderr).toMatch(
    /^The product starts more slowly, .*: no bundle can be written to \S+ or \S+\n$/,
  )
})

test.runIf(hasPackagedNode)(
  'the launcher runs the bundle without the bootstrap, while nothing has changed',
  async () => {
    await run(['cli', 'hello'])
    rmSync(join(root, 'infra/bootstrap.mjs'))
    // The clock of a file system is a little behind.
    const checkedAt = statSync(join(root, 'infra')).ctimeMs / 1_000 + 0.001
    utimesSync(join(root, 'infra/bundle/dist/current'), checkedAt, checkedAt)
    expect(JSON.parse(launch().stdout)).toEqual({ args: ['a', 'b c'], cwd: '/', program: 'bundle' })
    // So that no bootstrap stays in memory beside it.
    expect(JSON.parse(launch({}, ['start', 'now']).stdout)).toMatchObject({ program: 'bundle' })
    expect(launch({ SIGNALPOST_FROM_SOURCES: '1' }).stderr).toContain('bootstrap.mjs')
    utimesSync(join(root, 'infra/bundle/dist/current'), 1, 1)
    expect(launch().stderr).toContain('bootstrap.mjs')
  },
)

function launch(
  environment: Record<string, string> = {},
  args: readonly string[] = ['a', 'b c'],
): SpawnSyncReturns<string> {
  return spawnSync(join(root, 'signalpost'), args, {
    env: { ...process.env, ...environment },
    cwd: '/',
    encoding: 'utf8',
  })
}

/** Returns the homes of the bundles that were made. */
function bundled(): string[] {
  return project.linesOf('bundled')
}

function bundle(): string {
  return join(root, 'infra/bundle/dist/one')
}

async function programOf(ran: Promise<BootstrapRun>): Promise<string> {
  const { program }: { program: string } = JSON.parse((await ran).stdout)
  return program
}
