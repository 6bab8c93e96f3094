import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { sealedColumns } from './sealed-columns.ts'

/** Bytes that no one sealed: digests, and the bodies of the ledger. */
const unsealed = /[_.]sha256$|^requests\.body$/

test('sealedColumns has every column of bytes that is neither a digest nor a body', async ({ database }) => {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.atttypid in ('bytea'::regtype, 'bytea[]'::regtype) and not a.attisdropped`.execute(database)
  const found = rows.map(({ name }) => name).filter((name) => !unsealed.test(name))
  expect(found.toSorted()).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted())
})

test('the key of each sealed column names one row', async ({ database }) => {
  for (const { table, key } of sealedColumns) {
    const { rows } = await sql<{ columns: string[] }>`
      select array_agg(a.attname::text) as columns
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = ${table}::regclass and i.indisprimary`.execute(database)
    expect(rows).toEqual([{ columns: [key] }])
  }
})
