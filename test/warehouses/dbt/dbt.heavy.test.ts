import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askEngine, engines, readRow } from '../ask-engine.ts'
import { addVariety, type DemoRecords, makeDemoRecords } from '../demo-records.ts'
import { type DemoWarehouses, openDemoWarehouses } from '../demo-warehouses.ts'
import { compileTest } from './compile-test.ts'
import { dbtAnswers } from './dbt-answers.ts'
import { compileModel, type DbtTarget, modelNames, readTested } from './read-package.ts'

const places: Record<(typeof engines)[number], string> = {
  ...{ clickhouse: 'demo', duckdb: 'main', postgres: 'demo' },
}
const tested = readTested()
let records: DemoRecords
let warehouses: DemoWarehouses

beforeAll(async () => {
  records = await addVariety(await makeDemoRecords())
  warehouses = await openDemoWarehouses()
  await warehouses.store(records.events)
  await warehouses.sync()
})

afterAll(() => warehouses.close())

test('every model is described, and each mart has its answer', () => {
  const described = tested.filter(({ isSource }) => !isSource).map(({ name }) => name)
  expect(described.toSorted()).toEqual(modelNames)
  expect(modelNames.filter((name) => !name.startsWith('stg_'))).toEqual(Object.keys(dbtAnswers).toSorted())
})

describe.each(engines)('the package of dbt on %s', (engine) => {
  const target: DbtTarget = { type: engine, place: places[engine] }

  test.each(modelNames)('makes %s', async (name) => {
    const rows = await askEngine(warehouses, engine, compileModel(name, target))
    expect(rows.length).toBeGreaterThan(0)
    const expected = dbtAnswers[name]?.(records)
    if (expected !== undefined) expect(sorted(rows)).toEqual(sorted(expected))
  })

  test.each(tested.flatMap((one) => one.tests.map((its) => ({ one, its, name: one.name, test: its.name }))))(
    'finds nothing wrong by $test of $name',
    async ({ one, its }) => {
      expect(await askEngine(warehouses, engine, compileTest(one, its, target))).toEqual([])
    },
  )

  test('finds what is wrong', async () => {
    const given = { values: ['good'] }
    const verdicts = { name: 'accepted_values', column: 'feedback_verdict', given }
    const model = { name: 'stg_signalpost__signals', isSource: false, tests: [] }
    expect(await askEngine(warehouses, engine, compileTest(model, verdicts, target))).not.toEqual([])
    const titles = { name: 'not_null', column: 'feedback_verdict', given: {} }
    expect(await askEngine(warehouses, engine, compileTest(model, titles, target))).not.toEqual([])
    const once = { name: 'unique_together', column: undefined, given: { columns: ['org_id', 'source'] } }
    expect(await askEngine(warehouses, engine, compileTest(model, once, target))).not.toEqual([])
  })
})

function sorted(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  const textOf = (row: Record<string, unknown>) => JSON.stringify(row, Object.keys(row).toSorted())
  return rows.map(readRow).toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
}
