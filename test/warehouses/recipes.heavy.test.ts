import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProduct } from '../support/product/start-product.ts'
import { askEngine, engines, readRow } from './ask-engine.ts'
import { addVariety, type DemoRecords, deletionOf, makeDemoRecords } from './demo-records.ts'
import { type DemoWarehouses, openDemoWarehouses } from './demo-warehouses.ts'
import { recipeAnswers } from './recipe-answers.ts'

const run = promisify(execFile)
const reader = fileURLToPath(new URL('read-duckdb.ts', import.meta.url))

const recipes = new URL('../../packages/warehouses/recipes/', import.meta.url)
const recipeNames = Object.keys(recipeAnswers)

let records: DemoRecords
let warehouses: DemoWarehouses

beforeAll(async () => {
  records = await makeDemoRecords()
  warehouses = await openDemoWarehouses()
  await warehouses.store(records.events)
  await warehouses.sync()
})

afterAll(() => warehouses.close())

test('there is one recipe for each question and engine', async () => {
  const files = Object.keys(recipeAnswers).map((name) => `${name}.sql`)
  for (const engine of engines) {
    expect(await readdir(new URL(engine, recipes))).toEqual(files.toSorted())
  }
})

test.each(recipeNames)('every engine answers %s with rows on what the demo sends alone', expectSameAnswers)

describe('with more variety than the demo sends', () => {
  beforeAll(async () => {
    records = await addVariety(records)
    await warehouses.store(records.events)
    await warehouses.sync()
  })

  test('every warehouse holds what the events say', async () => {
    const reports = await warehouses.verify()
    expect(Object.keys(reports).toSorted()).toEqual(['clickhouse', 'duckdb', 'parquet', 'postgres'])
    for (const report of Object.values(reports)) expect(report).toMatchObject({ equal: true })
  })

  test.each(recipeNames)('every engine answers %s as we compute it', expectSameAnswers)

  test('another engine reads the files of Parquet', async () => {
    const rows = await askEngine(
      warehouses,
      'clickhouse',
      `
      select source, count() as signals from (
        select * from file('${warehouses.parquet}/signals/*.parquet', 'Parquet')
        order by _version desc limit 1 by org_id, id
      ) where not _deleted group by source order by source`,
    )
    const bySource = Map.groupBy(records.signals, ({ source }) => source)
    expect(rows.map(readRow)).toEqual(
      [...bySource]
        .map(([source, { length: signals }]) => ({ source, signals }))
        .toSorted((a, b) => (a.source < b.source ? -1 : 1)),
    )
  })

  test('a process of its own reads the file of DuckDB while the worker keeps it in sync', async () => {
    const product = await startProduct({ ...warehouses.product, counts: { worker: 1 } })
    try {
      const count = async () => {
        const query = 'select count(*)::integer as signals from signals where not _deleted'
        const read = await run(process.execPath, [reader, warehouses.duckdb, query])
        return JSON.parse(read.stdout)
      }
      expect(await count()).toEqual([{ signals: records.signals.length }])
      const [gone] = records.signals
      await warehouses.store([deletionOf(gone?.id ?? '')])
      // During a part of each batch, the file belongs to the worker alone.
      await expect
        .poll(() => count().catch(() => undefined), { timeout: 60_000 })
        .toEqual([{ signals: records.signals.length - 1 }])
      expect(product.collapses()).toEqual([])
    } finally {
      await product.stop()
    }
  })
})

async function expectSameAnswers(name: string): Promise<void> {
  const expected = (recipeAnswers[name]?.(records) ?? []).map(readRow)
  expect(expected.length).toBeGreaterThan(1)
  for (const engine of engines) {
    const sql = await readFile(new URL(`${engine}/${name}.sql`, recipes), 'utf8')
    const rows = await askEngine(warehouses, engine, sql)
    expect({ engine, rows: rows.map(readRow) }).toEqual({ engine, rows: expected })
  }
}
