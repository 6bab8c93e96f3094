import { warehouseTables } from '@signalpost/domain'
import type { Batch } from '@signalpost/warehouses'
import { expect, test } from 'vitest'
import { defaultLimits } from '../leases/warehouse-work.ts'
import { createBatchReader } from './read-batches.ts'

const [table = expect.unreachable()] = warehouseTables

/** Reads batches of records with a size each. Returns how many rows each batch was asked for, and how many it had. */
async function readAll(sizes: readonly number[], limits: { rows: number; bytes: number }) {
  const asked: number[] = []
  const taken: number[] = []
  const reader = createBatchReader<Batch>({ limits }, async ({ last, limitRows }) => {
    const start = Number(last?.to ?? 0n)
    if (start === sizes.length) return undefined
    let [rows, bytes] = [0, 0]
    while (rows < limitRows && start + rows < sizes.length && bytes < limits.bytes) {
      bytes += sizes[start + rows] ?? 0
      rows += 1
    }
    asked.push(limitRows)
    const to = BigInt(start + rows)
    const isFull = bytes >= limits.bytes && rows < limitRows && start + rows < sizes.length
    const batch: Batch = {
      ...{ table, orgId: 'org_demo', batchId: `${to}`, file: 'none', rewritesEqual: false, syncedAt: '' },
      ...{ from: BigInt(start), to, rows },
    }
    return { batch, isFull, remove: async () => undefined }
  })
  for (let batch = await reader.next(); batch !== undefined; batch = await reader.next()) {
    taken.push(batch.rows)
    await reader.advance()
  }
  await reader.close()
  return { asked, taken }
}

test('once a batch was full, the next ones read hardly more rows than they hold', async () => {
  const { asked, taken } = await readAll(Array(200_000).fill(3_000), defaultLimits)
  expect(asked[0]).toBe(defaultLimits.rows)
  expect(taken.slice(0, -1).every((rows) => rows === taken[0])).toBe(true)
  for (const rows of asked.slice(1)) expect(rows).toBeLessThan((taken[0] ?? 0) * 1.1)
})

test('where rows become smaller, batches grow again up to the limit of rows', async () => {
  const limits = { rows: 1_000, bytes: 100_000 }
  const { asked, taken } = await readAll([...Array(100).fill(10_000), ...Array(20_000).fill(1)], limits)
  expect(taken[0]).toBe(10)
  expect(Math.max(...asked)).toBe(1_000)
  expect(taken.filter((rows) => rows === 1_000).length).toBeGreaterThan(15)
})
