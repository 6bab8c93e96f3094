import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, open, readdir, rename, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { openSession } from '../test-support/open-session.ts'
import { duckdbRig } from '../test-support/rigs/duckdb.ts'
import { expectRows } from '../test-support/samples/expected-state.ts'
import { fullRow } from '../test-support/samples/sample-rows.ts'
import { things } from '../test-support/samples/sample-tables.ts'
import { duckdb } from './duckdb.ts'
import { type Engine, openEngine } from './engine.ts'
import { fileUser, type UseFile } from './use-file.ts'

const program = fileURLToPath(new URL('../test-support/hold-duckdb-file.ts', import.meta.url))

const rig = await duckdbRig.start()
afterAll(rig.close)

test('lets another process read the file between two batches, and waits for it to end', async () => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place)
  await session.write([fullRow('a', 1n), fullRow('b', 1n)])
  const { path } = z.object({ path: z.string() }).parse(place.settings)
  const reader = fork(program, [path, things.name])
  const [message] = await once(reader, 'message')
  expect(message).toEqual({ rows: 2 })

  const batch = await session.batchOf([fullRow('b', 2n, 'changed'), fullRow('c', 1n)])
  await session.target.stage(batch)
  const error = await session.target.commit(batch).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(Error)
  expect(duckdb.faultOf(error)).toBe('retry')
  expect((await session.target.readCursor(things))?.position).toBe(batch.from)

  reader.disconnect()
  await once(reader, 'exit')
  await session.send(batch)
  await expectRows({ rig, place }, things, [fullRow('a', 1n), fullRow('b', 2n, 'changed'), fullRow('c', 1n)])
})

test.each([
  { who: 'its owner by default', readers: {}, mode: '600' },
  { who: 'the group', readers: { readableBy: 'group' }, mode: '640' },
])('creates its file with mode $mode for $who', async ({ readers, mode }) => {
  const place = await rig.createPlace()
  const { path } = z.object({ path: z.string() }).parse(place.settings)
  const settings = { path, ...readers }
  await using session = await openSession(rig, { ...place, settings })
  expect(await modeOf(path)).toBe(mode)
  await session.write([fullRow('a', 1n)])
  expect(await modeOf(path)).toBe(mode)
  const beside = await readdir(dirname(path))
  expect(beside.filter((name) => name.startsWith('.signalpost-'))).toEqual([])
})

test('gives the log the mode of the database while a batch is written', async () => {
  const place = await rig.createPlace()
  const { path } = z.object({ path: z.string() }).parse(place.settings)
  const useFile = fileUser({ path, bounds: undefined, scratch: dirname(path), fileMode: 0o600 })
  const logMode = () =>
    useFile('write', async ({ run }) => {
      await run('create or replace table things as select 1 as one')
      return modeOf(`${path}.wal`)
    })
  expect(await logMode()).toBe('600')
  await chmod(path, 0o640)
  expect(await logMode()).toBe('640')
  expect(await modeOf(path)).toBe('640')
  await expect(stat(`${path}.wal`)).rejects.toMatchObject({ code: 'ENOENT' })
})

test.each([
  ['is no database', (path: string) => writeFile(path, 'shopping list '.repeat(1_000))],
  ['is cut', (path: string) => truncate(path, 5_000)],
  ['is damaged', (path: string) => overwrite(path, { at: 20, bytes: Buffer.alloc(40, 7) })],
])('a file that %s is named with the remedy, and filled again once it is away', async (_what, harm) => {
  const place = await rig.createPlace()
  const { path } = z.object({ path: z.string() }).parse(place.settings)
  {
    await using session = await openSession(rig, place)
    await session.write([fullRow('a', 1n)])
  }
  await harm(path)
  const error = await openSession(rig, place).catch((cause: unknown) => cause)
  expect(duckdb.faultOf(error)).toBe('configuration')
  expect(String(error)).toContain(`${path} is damaged or not a DuckDB database; move it away`)
  await rename(path, `${path}.away`)
  await using again = await openSession(rig, place)
  await again.write([fullRow('a', 1n)])
  await expectRows({ rig, place }, things, [fullRow('a', 1n)])
})

async function overwrite(path: string, { at, bytes }: { at: number; bytes: Buffer }): Promise<void> {
  await using file = await open(path, 'r+')
  await file.write(bytes, 0, bytes.length, at)
}

describe('a file that was just read', () => {
  const createFile = async () => {
    const place = await rig.createPlace()
    const { path } = z.object({ path: z.string() }).parse(place.settings)
    const open = () => fileUser({ path, bounds: undefined, scratch: dirname(path), fileMode: 0o600 })
    const useFile = open()
    await useFile('write', ({ run }) => run('create table things as select 1 as one'))
    return { path, open, useFile, count: (use = useFile) => use('read', countThings) }
  }
  const countThings = async ({ query }: Engine) =>
    Number((await query('select count(*) as rows from things'))[0]?.rows)
  const addThing = ({ run }: Engine) => run('insert into things values (2)')

  test('is read again with what its own writer, another user and the engine itself wrote meanwhile', async () => {
    const { path, open, useFile, count } = await createFile()
    expect(await count()).toBe(1)
    await useFile('write', addThing)
    expect(await count()).toBe(2)
    await open()('write', addThing)
    expect(await count()).toBe(3)
    const engine = await openEngine({ file: path, scratch: dirname(path) })
    await addThing(engine)
    await engine.close()
    expect(await count()).toBe(4)
    await useFile.close()
  })

  test('is open once for reads that follow closely, and read by another user beside them', async () => {
    const { open, useFile, count } = await createFile()
    const engines = new Set<Engine>()
    const look = (use: UseFile) => use('read', async (engine) => engines.add(engine))
    for (let reads = 0; reads < 3; reads += 1) await look(useFile)
    expect(engines.size).toBe(1)
    const other = open()
    expect(await count(other)).toBe(1)
    await look(useFile)
    expect(engines.size).toBe(2)
    await Promise.all([useFile.close(), other.close()])
  })

  test('is closed before it is written', async () => {
    const { useFile } = await createFile()
    const reader = await useFile('read', async (engine) => engine)
    await useFile('write', () => expect(reader.query('select 1')).rejects.toThrow())
  })

  test('is given to a writer in another process at once when closed, and after 200 ms otherwise', async () => {
    const { path, useFile, count } = await createFile()
    // Another process takes longer than that to start.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await count()
    expect(await canWrite(path)).toBe(false)
    await useFile.close()
    expect(await canWrite(path)).toBe(true)
    await count()
    await vi.advanceTimersByTimeAsync(199)
    expect(await canWrite(path)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await canWrite(path)).toBe(true)
  })
})

/** Whether another process can open the file to write. */
async function canWrite(path: string): Promise<boolean> {
  const other = fork(program, [path, 'things', 'READ_WRITE'], { silent: true })
  const ended = once(other, 'exit')
  const [outcome] = await Promise.race([once(other, 'message'), ended])
  other.kill()
  await ended
  return typeof outcome === 'object'
}

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8)
}

test('takes turns on a file whatever path leads to it, for two workspaces at once', async () => {
  const place = await rig.createPlace()
  const { path } = z.object({ path: z.string() }).parse(place.settings)
  const folder = dirname(path)
  await symlink(folder, `${path}-folder`)
  const name = basename(path)
  const paths = [
    path,
    `${folder}/./${name}`,
    `${folder}/../${basename(folder)}/${name}`,
    `${path}-folder/${name}`,
  ]
  const writers = paths.map(async (spelling, index) => {
    const orgId = `org_${index}`
    await using session = await openSession(rig, { ...place, settings: { path: spelling } }, { orgId })
    for (let batch = 0; batch < 4; batch += 1) await session.write([fullRow(`row_${batch}`, 1n)])
  })
  await Promise.all(writers)
  const rows = await place.readRows(things)
  expect(rows.map(({ orgId, key }) => `${orgId} ${key}`).toSorted()).toEqual(
    paths
      .flatMap((_, index) => Array.from({ length: 4 }, (_, batch) => `org_${index} row_${batch}`))
      .toSorted(),
  )
})

/** DuckDB takes names that differ in case alone for one. */
describe('a name in another case', () => {
  const open = async () => {
    const place = await rig.createPlace()
    const { path } = z.object({ path: z.string() }).parse(place.settings)
    const useFile = fileUser({ path, bounds: undefined, scratch: dirname(path), fileMode: 0o600 })
    const run = (...statements: string[]) =>
      useFile('write', async (engine) => {
        for (const statement of statements) await engine.run(statement)
      })
    const query = (statement: string) => useFile('read', (engine) => engine.query(statement))
    return { place, run, query }
  }

  test('of a table that someone else made is left alone', async () => {
    const { place, run, query } = await open()
    await run('create table "Things" (id varchar, mine integer)', `insert into "Things" values ('a', 1)`)
    await using session = await openSession(rig, place, { isPrepared: false })
    await expect(session.target.prepare(things)).rejects.toThrow('was created by something else')
    expect(await query('select * from "Things"')).toEqual([{ id: 'a', mine: 1 }])
  })

  test('of a view that someone else made stays theirs', async () => {
    const { place, run, query } = await open()
    await run('create view "Things_Current" as select 1 as mine')
    await using session = await openSession(rig, place)
    await session.write([fullRow('a', 1n)])
    expect(await query('select * from things_current')).toEqual([{ mine: 1 }])
  })

  test('of our table and its columns is ours still', async () => {
    const { place, run, query } = await open()
    await using session = await openSession(rig, place)
    await session.write([fullRow('a', 1n)])
    await run(
      'drop view things_current',
      'alter table things rename column title to "TITLE"',
      'alter table things rename to "passing"',
      'alter table passing rename to "THINGS"',
    )
    expect(await session.target.findFaults(things)).toEqual([])
    expect((await session.target.readCursor(things))?.position).toBeGreaterThan(0n)
    await session.target.prepare(things)
    await session.write([fullRow('b', 1n)])
    expect(await query('select id, title from things order by id')).toEqual([
      { id: 'a', TITLE: 'title of a' },
      { id: 'b', TITLE: 'title of b' },
    ])
    await session.target.dropTables([things])
    expect(await place.hasTable(things)).toBe(false)
  })
})
