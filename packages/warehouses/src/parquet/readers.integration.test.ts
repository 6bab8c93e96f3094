import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { syncComments } from '../comments.ts'
import { openSession, syncedAt } from '../test-support/open-session.ts'
import { parquetReaders, type ReadFile } from '../test-support/reading/parquet-readers.ts'
import { parquetRig } from '../test-support/rigs/parquet.ts'
import { edgeRows } from '../test-support/samples/contrasting-rows.ts'
import { bareRow, deletedRow, fullRow } from '../test-support/samples/sample-rows.ts'
import { things } from '../test-support/samples/sample-tables.ts'

const rig = await parquetRig.start()
afterAll(rig.close)

const edges = edgeRows()

/** Arrow's library for JavaScript drops a byte order mark of what its reader in Rust has read. */
function withoutMark<Row extends { values?: Readonly<Record<string, unknown>> }>(row: Row) {
  const { title } = row.values ?? {}
  if (typeof title !== 'string') return row
  return { ...row, values: { ...row.values, title: title.replace(/^\uFEFF/, '') } }
}

/** Writes rows of every kind. Returns the files of changes and the compacted copy. */
async function writeLake(): Promise<{ changes: string[]; current: string }> {
  const place = await rig.createPlace()
  const { path } = z.object({ path: z.string() }).parse(place.settings)
  await using session = await openSession(rig, place)
  await session.write([...edges, fullRow('full', 1n), bareRow('bare', 1n)])
  await session.write([deletedRow('full', 2n)])
  await session.close()
  const names = await readdir(join(path, things.name))
  return {
    changes: names.toSorted().map((name) => join(path, things.name, name)),
    current: join(path, 'current', `${things.name}.parquet`),
  }
}

const lake = await writeLake()

async function readAll(files: readonly string[], name: string): Promise<ReadFile['rows']> {
  const read = parquetReaders[name] ?? expect.unreachable(name)
  const found = await Promise.all(files.map((file) => read(file, things)))
  return found
    .flatMap(({ rows }) => rows.map(withoutMark))
    .toSorted((a, b) => (`${a.key} ${a.version}` < `${b.key} ${b.version}` ? -1 : 1))
}

describe.each(Object.keys(parquetReaders))('%s reads a lake', (name) => {
  test('with each value at the edges of its type, nulls and tombstones', async () => {
    const rows = await readAll(lake.changes, name)
    expect(rows).toEqual(await readAll(lake.changes, 'DuckDB'))
    const byKey = new Map(rows.map((row) => [`${row.key} ${row.version}`, row]))
    const orgId = 'org_demo'
    for (const { key, version, values } of edges.map(withoutMark)) {
      expect(byKey.get(`${key} ${version}`)).toMatchObject({ orgId, isDeleted: false, syncedAt, values })
    }
    expect(byKey.get('full 1')).toMatchObject({ isDeleted: false, values: fullRow('full', 1n).values })
    for (const empty of [byKey.get('bare 1'), byKey.get('full 2')]) {
      expect(Object.values(empty?.values ?? { missing: true })).toEqual(Array(8).fill(null))
    }
    expect(byKey.get('full 2')).toMatchObject({ isDeleted: true })
    expect(rows).toHaveLength(edges.length + 3)
  })

  test('and the compacted copy, with the comments in its metadata', async () => {
    const rows = await readAll([lake.current], name)
    expect(rows).toEqual(await readAll([lake.current], 'DuckDB'))
    expect(rows.map(({ key }) => key)).toEqual([...edges.map(({ key }) => key), 'bare'].toSorted())
    const { metadata } = await (parquetReaders[name] ?? expect.unreachable(name))(lake.current, things)
    expect(metadata.comment).toBe(things.comment)
    const columns = Object.fromEntries(things.columns.map((column) => [column.name, column.comment]))
    expect(JSON.parse(String(metadata.column_comments))).toEqual({ ...columns, ...syncComments })
  })
})
