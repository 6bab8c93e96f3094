import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  type DirectoryGuard,
  ensureMasterKeys,
  findDatabaseFiles,
  findDatabaseLocation,
  guardDirectory,
  removeDatabase,
  startEmbeddedPostgres,
} from './index.ts'

const isRoot = process.getuid?.() === 0
let root: string
let guard: DirectoryGuard

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'signalpost-remove-'))
  chmodSync(root, 0o755)
  guard = guardDirectory(root)
})

afterAll(() => guard.release())

test('removeDatabase refuses while the product runs, and leaves nothing of the database and its key after it', async () => {
  const { dataDir, server } = await startIn(0o755)
  ensureMasterKeys(dataDir)
  const { home } = findDatabaseLocation(dataDir) ?? {}
  expect(findDatabaseFiles(dataDir)).toEqual([home, join(dataDir, 'master-key')])
  await expect(removeDatabase(dataDir)).rejects.toMatchObject({
    code: 'already_running',
    message: `Signalpost is running on ${dataDir}: stop it first`,
  })
  expect(findDatabaseFiles(dataDir)).toHaveLength(2)

  await server.stop()
  await removeDatabase(dataDir)
  expect(readdirSync(dataDir)).toEqual([])
  expect(findDatabaseFiles(dataDir)).toEqual([])
})

test.runIf(isRoot)('removeDatabase removes a database that is not in the data directory', async () => {
  const { dataDir, server } = await startIn(0o700)
  const location = findDatabaseLocation(dataDir)
  expect(location).toMatchObject({ isElsewhere: true })
  const home = location?.home ?? ''
  expect(findDatabaseFiles(dataDir)).toEqual([
    home,
    join(dataDir, 'postgres-location'),
    join(dataDir, 'README'),
  ])
  expect(readFileSync(join(dataDir, 'README'), 'utf8')).toContain(home)

  await server.stop()
  await removeDatabase(dataDir)
  expect(readdirSync(dataDir)).toEqual([])
  expect(existsSync(home)).toBe(false)
  expect(readdirSync(dirname(home)).filter((name) => name.includes('removed'))).toEqual([])
})

/** The mode is that of the data directory's parent: with 0700, only root can enter it. */
async function startIn(mode: number) {
  const parent = mkdtempSync(join(root, 'own-'))
  chmodSync(parent, mode)
  const dataDir = join(parent, 'data')
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  onTestFinished(() => server.stop('immediate'))
  return { dataDir, server }
}
