import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { migrations } from './index.ts'

test('a worker of the version before writes to outbox, which keeps nothing', async ({ database }) => {
  const row = { org_id: 'org_1', record: 'deal', record_id: 'deal_1', change: 'created' }
  const rows = [{ ...row, event_id: 'evt_1', source_id: 'src_1' }]
  const columns = sql.raw('org_id, record, record_id, change, event_id, source_id')
  await sql`
    insert into outbox (${columns})
    select ${columns} from json_populate_recordset(null::outbox, ${JSON.stringify(rows)})`.execute(database)
  const { rows: kept } = await sql`select from outbox`.execute(database)
  expect(kept).toEqual([])
})

test('drops the partitions of outbox, those that were detached included', async ({ database }) => {
  await sql`drop view outbox`.execute(database)
  await sql`
    create table outbox (outbox_id bigint, created_at timestamptz not null) partition by range (created_at)`.execute(
    database,
  )
  await sql`
    create table outbox_20260101 partition of outbox for values from ('2026-01-01') to ('2026-01-02')`.execute(
    database,
  )
  await sql`create table outbox_20260102 (like outbox)`.execute(database)
  await database.transaction().execute(async (transaction) => migrations['0022-drop-outbox']?.up(transaction))
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relname like 'outbox%' and relkind <> 'v'`.execute(database)
  expect(rows).toEqual([])
})
