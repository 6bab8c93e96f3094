import { join } from 'node:path'
import {
  syncStateTable,
  type WarehouseColumn,
  type WarehouseTable,
  warehouseTables,
} from '@signalpost/domain'
import { expect, test } from 'vitest'
import { syncTypes } from './columns.ts'
import { syncComments } from './comments.ts'

const file = join(import.meta.dirname, '../../../docs/data-dictionary.md')

const tables = [...warehouseTables, syncStateTable]

test('the data dictionary has every column of every table', async () => {
  await expect(dictionary()).toMatchFileSnapshot(file)
})

test('every table and column says what it holds, in one sentence for analysts', () => {
  for (const { name, comment, columns } of tables) {
    for (const text of [comment, ...columns.map((column) => column.comment)]) {
      expect([name, text]).toEqual([name, expect.stringMatching(/^[A-Za-z0-9][^|\n]*\.$/)])
    }
  }
})

function dictionary(): string {
  const ofSync = Object.entries(syncComments).map(([name, comment]) =>
    // The cast: the keys are the columns of the sync.
    rowOf(name, syncTypes[name as keyof typeof syncTypes], comment),
  )
  return [
    '# Data dictionary',
    '',
    'What the tables of a [warehouse](warehouses.md) hold. The same texts are comments in PostgreSQL, DuckDB, ClickHouse,',
    'Snowflake and BigQuery, and metadata in Parquet.',
    '',
    'A column marked *personal* is null, or hashed, where the warehouse leaves personal data out. One marked *partly*',
    'keeps what names no person.',
    '',
    ...tables.flatMap(sectionOf),
    '## Columns of every table',
    '',
    ...head,
    ...ofSync,
    '',
  ].join('\n')
}

const head = ['| column | type | holds |', '|---|---|---|']

function sectionOf({ name, comment, key, columns }: WarehouseTable): string[] {
  const rows = columns.map((column) => rowOf(column.name, column.type, holdsOf(column)))
  return [`## ${name}`, '', `${comment} The key is \`(org_id, ${key})\`.`, '', ...head, ...rows, '']
}

function holdsOf({ comment, isPersonal, keptMembers, impersonalFrom }: WarehouseColumn): string {
  if (!isPersonal) return comment
  return `${comment} *${keptMembers === undefined && impersonalFrom === undefined ? 'Personal' : 'Partly'}.*`
}

function rowOf(name: string, type: WarehouseColumn['type'], holds: string): string {
  return `| \`${name}\` | ${type} | ${holds} |`
}
