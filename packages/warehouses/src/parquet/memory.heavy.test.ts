import { warehouseTables } from '@signalpost/domain'
import { afterAll, expect, test } from 'vitest'
import { openSession } from '../test-support/open-session.ts'
import { parquetRig } from '../test-support/rigs/parquet.ts'
import type { SampleRow } from '../test-support/samples/write-batch-file.ts'

const mebibyte = 1024 * 1024
const rowsEach = 30_000
const batches = 16

const rig = await parquetRig.start()
afterAll(rig.close)

const signals = warehouseTables.find(({ name }) => name === 'signals') ?? expect.unreachable()
const texts = signals.columns.filter(({ type, name }) => type === 'text' && name !== signals.key).slice(0, 12)

const rows = Array.from({ length: rowsEach }, (_, index): SampleRow => {
  const text = `number ${index}, of which the text is as long as the title of a post`
  return {
    key: `sig_${index}`,
    version: 1n,
    values: Object.fromEntries(texts.map(({ name }) => [name, `${name} ${text}`])),
  }
})

test('the memory that a batch takes is not kept beside that of the next', async () => {
  await using session = await openSession(rig, await rig.createPlace(), { table: signals })
  const batch = await session.batchOf(rows)
  const before = process.memoryUsage.rss()
  for (let number = 0; number < batches; number += 1) {
    await session.target.stage({ ...batch, batchId: `batch_${number}` })
  }
  expect((process.memoryUsage.rss() - before) / mebibyte).toBeLessThan(100)
})
