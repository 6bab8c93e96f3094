import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWeb } from './build-web.ts'

const mostScriptBytes = 150_000

let dataDir: string
let built: string[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'signalpost-build-'))
  built = await Promise.all([buildWeb({ dataDir }), buildWeb({ dataDir })])
})

afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('several builds at once end in one directory, and leave nothing beside it', async () => {
  expect(new Set(built).size).toBe(1)
  const home = join(dataDir, 'console')
  expect((await readdir(home)).map((name) => join(home, name))).toEqual([built[0]])
})

test('a second build finds the first', async () => {
  const [directory = ''] = built
  const before = await stat(join(directory, 'index.html'))
  expect(await buildWeb({ dataDir })).toBe(directory)
  expect((await stat(join(directory, 'index.html'))).mtimeMs).toBe(before.mtimeMs)
})

test('the first page loads at most 150 kB of compressed scripts', async () => {
  const [directory = ''] = built
  const index = await readFile(join(directory, 'index.html'), 'utf8')
  const ofShell = [...index.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '')
  const ofOverview = (await readdir(join(directory, 'assets'))).filter((name) =>
    /^overview-.*\.js$/.test(name),
  )
  const paths = [...ofShell, ...ofOverview.map((name) => `assets/${name}`)]
  expect(ofOverview).toHaveLength(1)
  const sizes = await Promise.all(paths.map((path) => stat(join(directory, `${path}.br`))))
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(mostScriptBytes)
})

test('the page holds no script and no style of its own', async () => {
  const index = await readFile(join(built[0] ?? '', 'index.html'), 'utf8')
  expect(index).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
})
