import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { WarehouseTable } from './warehouse-table.ts'
import { warehouseTables } from './warehouse-tables.ts'

const file = 'golden/column-versions.txt'
const recorded = readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [table = '', version = '', hash = ''] = line.split(' ')
    return { table, version: Number(version), hash }
  })

// Warehouses add and fill a column only when the version grows. So -u adds versions, and never replaces a hash.
test.each(warehouseTables)(
  '$name has the columns that its version had before',
  ({ name, version, ...table }) => {
    const versions = recorded.filter((one) => one.table === name)
    expect(version, 'a version never goes back').toBeGreaterThanOrEqual(versions.at(-1)?.version ?? 1)
    const hash = versions.find((one) => one.version === version)?.hash ?? hashOf(table)
    expect(hashOf(table), `the columns of ${name} changed: raise its version above ${version}`).toBe(hash)
  },
)

test('records the columns of every version of a table', async () => {
  const versions = warehouseTables.flatMap(({ name, version, ...table }) => {
    const before = recorded.filter((one) => one.table === name)
    const isKnown = before.some((one) => one.version >= version)
    return isKnown ? before : [...before, { table: name, version, hash: hashOf(table) }]
  })
  const lines = versions.map(({ table, version, hash }) => `${table} ${version} ${hash}\n`)
  await expect(lines.join('')).toMatchFileSnapshot(file)
})

function hashOf({ columns }: Pick<WarehouseTable, 'columns'>): string {
  // Another comment changes no value.
  const withoutComments = JSON.stringify(columns, (name, value) => (name === 'comment' ? undefined : value))
  return createHash('sha256').update(withoutComments).digest('hex')
}
