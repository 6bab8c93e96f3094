import { chmod, mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { syncComments } from '../comments.ts'
import { openEngine } from '../duckdb/engine.ts'
import { openSession } from '../test-support/open-session.ts'
import { parquetRig } from '../test-support/rigs/parquet.ts'
import { bucketsOf, expectRows } from '../test-support/samples/expected-state.ts'
import { deletedRow, fullRow } from '../test-support/samples/sample-rows.ts'
import { things } from '../test-support/samples/sample-tables.ts'
import type { Place } from '../test-support/warehouse-rig.ts'

const rig = await parquetRig.start()
afterAll(rig.close)

const dataFile = /^(\d{19})-(\d{19})-\w+\.parquet$/

const pathOf = (place: Place) => z.object({ path: z.string() }).parse(place.settings).path

test('has a commit for every file, and a compacted copy of what is not deleted after every close', async () => {
  const place = await rig.createPlace()
  const root = pathOf(place)
  await using session = await openSession(rig, place)
  await session.write([fullRow('a', 1n), fullRow('b', 1n), fullRow('c', 1n)])
  await session.write([fullRow('a', 2n, 'changed'), deletedRow('b', 2n)])
  await session.close()
  const files = await readdir(join(root, things.name))
  const ends = files.map((name) => `${dataFile.exec(name)?.[2]}.json`)
  expect(ends.toSorted()).toEqual(await readdir(join(root, '_commits', things.name)))
  expect(await readCurrent(root)).toEqual([
    { id: 'a', title: 'changed', _version: 2n },
    { id: 'c', title: 'title of c', _version: 1n },
  ])
})

test('leaves its directory empty when its tables are dropped', async () => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place)
  await session.write([fullRow('a', 1n)])
  await session.close()
  await using again = await openSession(rig, place)
  await again.target.dropTables([things])
  expect(await readdir(pathOf(place))).toEqual([])
})

test('leaves files of others alone that lie among its own, also when it merges and drops', async () => {
  const place = await rig.createPlace()
  const root = pathOf(place)
  const others = ['notes.parquet', '_SUCCESS', '0-1-a.parquet'].map((name) => join(root, things.name, name))
  {
    await using session = await openSession(rig, place)
    for (const path of others) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, 'mine')
      await utimes(path, 0, 0)
    }
    for (let sync = 0n; sync < 40n; sync += 1n)
      await session.write([fullRow('a', sync + 1n)], { from: sync, to: sync + 1n })
  }
  await using again = await openSession(rig, place)
  await again.target.dropTables([things])
  expect((await readdir(join(root, things.name))).toSorted()).toEqual(
    others.map((path) => basename(path)).toSorted(),
  )
})

test('neither replaces nor removes what it did not write', async () => {
  const place = await rig.createPlace()
  const root = pathOf(place)
  await using session = await openSession(rig, place, { isPrepared: false })
  const others = [`${things.name}/part-0.parquet`, `current/${things.name}.parquet`]
  for (const path of others) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), 'mine')
  }
  await expect(session.target.prepare(things)).rejects.toThrow(
    'current/things.parquet was created by something else',
  )
  await session.target.dropTables([things])
  expect(await Promise.all(others.map((path) => readFile(join(root, path), 'utf8')))).toEqual([
    'mine',
    'mine',
  ])
})

test('merges the files of many syncs, and keeps some of those that it replaced', async () => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place)
  const syncs = 68
  let most = 0
  for (let sync = 0; sync < syncs; sync += 1) {
    const [from, to] = [BigInt(sync), BigInt(sync + 1)]
    await session.write([fullRow(`id ${sync}`, 1n)], { from, to })
    most = Math.max(most, (await readdir(join(pathOf(place), things.name))).length)
  }
  expect(most).toBeLessThanOrEqual(32 + 1 + 40)
  const folder = join(pathOf(place), things.name)
  expect(await readdir(folder)).toHaveLength(1 + 3 + 40)
  // The second merge was at the 65th.
  expect(await readdir(join(pathOf(place), '_commits', things.name))).toHaveLength(1 + 3)
  const written = Array.from({ length: syncs }, (_, sync) => fullRow(`id ${sync}`, 1n))
  await expectRows({ rig, place }, things, written)
  // What was replaced holds the row as well.
  await session.target.removeRows(things, ['id 3'])
  expect(await readdir(folder)).toHaveLength(1 + 3)
})

test('makes the copy whole when it is compared, where a process ended before that', async () => {
  const place = await rig.createPlace()
  const root = pathOf(place)
  await using writing = await openSession(rig, place)
  await writing.write([fullRow('a', 1n)])
  await writing.close()
  await rm(join(root, 'current'), { recursive: true })
  await using comparing = await openSession(rig, place)
  await comparing.target.checksum(things, 2)
  await comparing.close()
  expect(await readCurrent(root)).toEqual([{ id: 'a', title: 'title of a', _version: 1n }])
})

test('starts over with all it has where its cursor is set back', async () => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place)
  await session.write([fullRow('a', 1n)], { from: 0n, to: 5n })
  await session.write([fullRow('b', 1n)], { from: 5n, to: 9n })
  await session.target.writeCursor(things, { position: 0n, rewriteUntil: 9n, version: 1 })
  expect((await session.target.readCursor(things))?.position).toBe(0n)
  await expectRows({ rig, place }, things, [fullRow('a', 1n), fullRow('b', 1n)])
  await session.write([fullRow('a', 1n, 'again')], { from: 0n, to: 5n, rewritesEqual: true })
  expect(await session.target.readCursor(things)).toEqual({ position: 5n, rewriteUntil: 9n, version: 1 })
  await expectRows({ rig, place }, things, [fullRow('a', 1n, 'again'), fullRow('b', 1n)])
})

test('misses the rows of a removed file, and accepts them again', async () => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place)
  await session.write([fullRow('a', 1n)], { from: 0n, to: 5n })
  await session.write([fullRow('b', 1n)], { from: 5n, to: 9n })
  const folder = join(pathOf(place), things.name)
  const [first = ''] = (await readdir(folder)).toSorted()
  await rm(join(folder, first))
  expect(await session.target.checksum(things, 2)).toEqual(bucketsOf([fullRow('b', 1n)], 2))
  await session.write([fullRow('a', 1n)], { from: 9n, to: 10n, rewritesEqual: true })
  await expectRows({ rig, place }, things, [fullRow('a', 1n), fullRow('b', 1n)])
})

test('writes a commit that anybody can read', async () => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place)
  await session.write([fullRow('a', 1n)], { from: 0n, to: 5n, batchId: 'batch_1' })
  const text = await readFile(
    join(pathOf(place), '_commits', things.name, '0000000000000000005.json'),
    'utf8',
  )
  expect(JSON.parse(text)).toMatchObject({
    workspaces: {
      org_demo: {
        position: '5',
        files: [{ name: '0000000000000000000-0000000000000000005-batch_1.parquet', rows: 1 }],
      },
    },
  })
})

test('has every table that was prepared, with its columns, though no row was ever written', async () => {
  const place = await rig.createPlace()
  const root = pathOf(place)
  await using session = await openSession(rig, place)
  await session.target.writeCursor(things, { position: 0n, rewriteUntil: 0n, version: 1 })
  await session.close()
  for (const files of ['current/things.parquet', 'things/*.parquet']) {
    expect(await columnsOf(join(root, files))).toEqual(
      expect.arrayContaining(['id', 'title', '_version', '_deleted']),
    )
  }
  await using later = await openSession(rig, place)
  expect(await later.target.readCursor(things)).toEqual({ position: 0n, rewriteUntil: 0n, version: 1 })
  await later.write([fullRow('a', 1n)], { from: 0n, to: 5n })
  await expectRows({ rig, place }, things, [fullRow('a', 1n)])
})

test('says in the metadata of a compacted copy what the table and its columns hold', async () => {
  const place = await rig.createPlace()
  const root = pathOf(place)
  await using session = await openSession(rig, place)
  await session.write([fullRow('a', 1n)])
  await session.close()
  const metadata = await metadataOf(join(root, 'current/things.parquet'))
  const columns = Object.fromEntries(things.columns.map(({ name, comment }) => [name, comment]))
  expect(metadata.comment).toBe(things.comment)
  expect(JSON.parse(metadata.column_comments ?? '')).toEqual({ ...columns, ...syncComments })
})

test('writes a compacted copy that was removed again, though its table did not change', async () => {
  const place = await rig.createPlace()
  const root = pathOf(place)
  await using first = await openSession(rig, place)
  await first.write([fullRow('a', 1n)])
  await first.close()
  const [before] = await readdir(join(root, things.name))
  await rm(join(root, 'current'), { recursive: true })
  await using next = await openSession(rig, place)
  await next.target.readCursor(things)
  await next.close()
  expect(await readCurrent(root)).toEqual([{ id: 'a', title: 'title of a', _version: 1n }])
  expect(await readdir(join(root, things.name))).toEqual([before])
})

describe.each([
  { what: 'cut off', damage: (file: string) => truncate(file, 300) },
  { what: 'overwritten in the middle', damage: overwriteMiddle },
  { what: 'removed', damage: (file: string) => rm(file) },
])('a data file that was $what', ({ damage }) => {
  test('is named when rows are compared, and takes none of the others along', async () => {
    const { place, damaged } = await damagedPlace(damage)
    await using session = await openSession(rig, place)
    expect(await session.target.checksum(things, 2)).toEqual(bucketsOf([fullRow('b', 1n)], 2))
    expect(session.target.damagedFiles?.(things)).toEqual([damaged])
  })

  test('is taken out by a repair, after which its rows come in again', async () => {
    const { place, root, damaged } = await damagedPlace(damage)
    await using session = await openSession(rig, place)
    await session.target.mend?.(things)
    expect(await readdir(root, { recursive: true })).not.toContain(damaged)
    expect(await session.target.readCursor(things)).toMatchObject({ position: 9n })
    await session.write([fullRow('a', 1n)], { from: 9n, to: 9n, rewritesEqual: true })
    expect(await session.target.checksum(things, 2)).toEqual(
      bucketsOf([fullRow('a', 1n), fullRow('b', 1n)], 2),
    )
    expect(session.target.damagedFiles?.(things)).toEqual([])
    await session.close()
    await expectRows({ rig, place }, things, [fullRow('a', 1n), fullRow('b', 1n)])
    expect((await readCurrent(root)).map(({ id }) => id)).toEqual(['a', 'b'])
  })
})

test('says which file is damaged, and what to do, when a sync meets it', async () => {
  const { place, damaged } = await damagedPlace((file) => truncate(file, 300))
  await using session = await openSession(rig, place)
  await session.write([fullRow('c', 1n)], { from: 9n, to: 12n })
  const error = await session.close().catch((cause: unknown) => cause)
  expect(String(error)).toMatch(`${damaged} is damaged`)
  expect(String(error)).toMatch('verify --repair')
  expect(rig.kind.faultOf(error)).toBe('configuration')
})

/** Creates a table of two files, the first of them damaged. */
async function damagedPlace(damage: (file: string) => Promise<void>) {
  const place = await rig.createPlace()
  const root = pathOf(place)
  await using session = await openSession(rig, place)
  await session.write([fullRow('a', 1n)], { from: 0n, to: 5n })
  await session.write([fullRow('b', 1n)], { from: 5n, to: 9n })
  await session.close()
  const [first = ''] = (await readdir(join(root, things.name))).toSorted()
  const damaged = `${things.name}/${first}`
  await damage(join(root, damaged))
  return { place, root, damaged }
}

async function overwriteMiddle(path: string): Promise<void> {
  const bytes = await readFile(path)
  await writeFile(path, bytes.fill(0xff, 8, Math.floor(bytes.length / 3)))
}

test.each([
  { who: 'the owner by default', readers: {}, directory: '700', file: '600' },
  { who: 'the group', readers: { readableBy: 'group' }, directory: '750', file: '640' },
])(
  'creates directories with mode $directory and files with mode $file for $who',
  async ({ readers, directory, file }) => {
    const place = await rig.createPlace()
    const existing = pathOf(place)
    await chmod(existing, 0o755)
    const path = join(existing, 'lake')
    const settings = { path, ...readers }
    await using session = await openSession(rig, { ...place, settings })
    await session.write([fullRow('a', 1n)])
    await session.close()
    expect(await modeOf(existing)).toBe('755')
    expect(await modeOf(path)).toBe(directory)
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    const modes = await Promise.all(
      entries.map(async (entry) => {
        const mode = await modeOf(join(entry.parentPath, entry.name))
        return `${entry.isDirectory() ? 'directory' : 'file'} ${mode}`
      }),
    )
    expect([...new Set(modes)].toSorted()).toEqual([`directory ${directory}`, `file ${file}`])
  },
)

test('names a directory that it cannot create, and the remedy', async () => {
  const place = await rig.createPlace()
  const existing = pathOf(place)
  const path = join(existing, 'absent', 'lake')
  await expect(openSession(rig, { ...place, settings: { path } })).rejects.toThrow(
    `the directory ${join(existing, 'absent')} does not exist, or cannot be read; create it`,
  )
  await writeFile(join(existing, 'file'), '')
  await expect(
    openSession(rig, { ...place, settings: { path: join(existing, 'file', 'lake') } }),
  ).rejects.toThrow(`${join(existing, 'file')} is not a directory`)
})

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8)
}

async function columnsOf(files: string): Promise<unknown[]> {
  const engine = await openEngine({ scratch: dirname(files) })
  try {
    return (await engine.query(`describe select * from '${files}'`)).map(({ column_name: name }) => name)
  } finally {
    await engine.close()
  }
}

async function metadataOf(file: string): Promise<Partial<Record<string, string>>> {
  const engine = await openEngine({ scratch: dirname(file) })
  try {
    const pairs = await engine.query(
      `select decode(key) as key, decode(value) as value from parquet_kv_metadata('${file}')`,
    )
    return Object.fromEntries(pairs.map(({ key, value }) => [String(key), String(value)]))
  } finally {
    await engine.close()
  }
}

async function readCurrent(root: string) {
  const engine = await openEngine({ scratch: root })
  try {
    return await engine.query(
      `select id, title, _version from '${join(root, 'current', `${things.name}.parquet`)}' order by id`,
    )
  } finally {
    await engine.close()
  }
}
