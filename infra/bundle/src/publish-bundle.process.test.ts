import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
