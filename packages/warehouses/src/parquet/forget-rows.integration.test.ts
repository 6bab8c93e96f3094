import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WarehouseTable } from '@signalpost/domain'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openEngine } from '../duckdb/engine.ts'
import { openSession } from '../test-support/open-session.ts'
import { parquetRig } from '../test-support/rigs/parquet.ts'
import { expectRows } from '../test-support/samples/expected-state.ts'
import { deletedRow, fullRow } from '../test-support/samples/sample-rows.ts'
import { things } from '../test-support/samples/sample-tables.ts'
import type { Place } from '../test-support/warehouse-rig.ts'

const rig = await parquetRig.start()
afterAll(rig.close)

const personal: WarehouseTable = {
  ...things,
  columns: things.columns.map((column) => ({ ...column, isPersonal: column.name === 'title' })),
}
const rootOf = (place: Place) => z.object({ path: z.string() }).parse(place.settings).path
const opened = (place: Place) => openSession(rig, place, { table: personal })

const erasable: WarehouseTable = { ...personal, erasedColumn: 'title' }

/** Says that what is to be forgotten was deleted long ago. */
async function letTimePass(place: Place): Promise<void> {
  const folder = join(rootOf(place), '_commits', personal.name)
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8')
    await writeFile(
      join(folder, name),
      text.replace(/"since":"[^"]*"/g, '"since":"2020-01-01T00:00:00.000Z"'),
    )
  }
}

/** All that the files hold, read by DuckDB: as bytes they are compressed. */
async function textsIn(place: Place): Promise<string> {
  const root = rootOf(place)
  const engine = await openEngine({ scratch: root })
  try {
    const rows = await engine.query(
      `select to_json(stored)::varchar as row from read_parquet(
         ['${root}/${personal.name}/*.parquet', '${root}/current/*.parquet'], union_by_name = true) stored`,
    )
    return rows.map(({ row }) => String(row)).join('\n')
  } finally {
    await engine.close()
  }
}

test('what was deleted leaves all files within an hour, and the tombstone stays', async () => {
  const place = await rig.createPlace()
  await using session = await opened(place)
  await session.write([fullRow('a', 1n, 'of Ann'), fullRow('b', 1n, 'of Bob')])
  await session.write([fullRow('a', 2n, 'of Ann too'), fullRow('c', 1n)])
  await session.write([deletedRow('a', 3n)])
  await session.close()
  expect(await textsIn(place)).toContain('of Ann')
  await using early = await opened(place)
  await early.target.readCursor(personal)
  await early.close()
  expect(await textsIn(place)).toContain('of Ann')
  await letTimePass(place)
  await using late = await opened(place)
  await late.target.readCursor(personal)
  await late.close()
  expect(await textsIn(place)).not.toContain('of Ann')
  await expectRows({ rig, place }, personal, [
    deletedRow('a', 3n),
    fullRow('b', 1n, 'of Bob'),
    fullRow('c', 1n),
  ])
  const state = await readdir(join(rootOf(place), '_commits', personal.name))
  const last = await readFile(join(rootOf(place), '_commits', personal.name, state.at(-1) ?? ''), 'utf8')
  expect(last).not.toContain('gone')
})

test('what was erased leaves all files too, and the rest of the row stays', async () => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place, { table: erasable })
  const erased = (version: bigint) => {
    const row = fullRow('a', version)
    return { ...row, values: { ...row.values, title: null } }
  }
  await session.write([fullRow('a', 1n, 'of Ann'), fullRow('b', 1n, 'of Bob')])
  await session.write([erased(2n)])
  await session.close()
  await letTimePass(place)
  await using late = await openSession(rig, place, { table: erasable })
  await late.target.readCursor(erasable)
  await late.close()
  const texts = await textsIn(place)
  expect(texts).not.toContain('of Ann')
  expect(texts).toContain('of Bob')
  await expectRows({ rig, place }, erasable, [erased(2n), fullRow('b', 1n, 'of Bob')])
})

test('a record that came back keeps its rows, also one whose deletion comes again', async () => {
  const place = await rig.createPlace()
  await using session = await opened(place)
  await session.write([fullRow('a', 1n, 'first')])
  await session.write([deletedRow('a', 2n)])
  await session.write([fullRow('a', 3n, 'second')])
  await session.write([deletedRow('a', 2n)], { from: 2n, to: 3n })
  await session.close()
  await letTimePass(place)
  await using late = await opened(place)
  await late.target.readCursor(personal)
  await late.close()
  await expectRows({ rig, place }, personal, [fullRow('a', 3n, 'second')])
})

test('more deletions than are named are found in the files', async () => {
  const place = await rig.createPlace()
  const keys = Array.from({ length: 1_200 }, (_, index) => `key ${index}`)
  await using session = await opened(place)
  await session.write(keys.map((key) => fullRow(key, 1n, 'of Ann')))
  await session.write([fullRow('other', 1n, 'of Bob')])
  await session.write(keys.map((key) => deletedRow(key, 2n)))
  await session.close()
  await letTimePass(place)
  await using late = await opened(place)
  await late.target.readCursor(personal)
  await late.close()
  const texts = await textsIn(place)
  expect(texts).not.toContain('of Ann')
  expect(texts).toContain('of Bob')
  const rows = [...keys.map((key) => deletedRow(key, 2n)), fullRow('other', 1n, 'of Bob')]
  await expectRows({ rig, place }, personal, rows)
})
