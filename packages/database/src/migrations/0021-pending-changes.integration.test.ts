import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'

test('a process of the version before writes, claims and sets aside changes through the old name', async ({
  database,
}) => {
  const rows = ['sig_a', 'sig_b'].map((record_id) => ({
    ...{ org_id: 'org_view', record: 'signal', record_id, change: 'created', alerted_elsewhere: false },
    ...{ caused_at: '2026-01-01T00:00:00Z', changed_at: '2026-01-01T00:00:00Z' },
  }))
  const columns = sql.raw('org_id, record, record_id, change, alerted_elsewhere, caused_at, changed_at')
  await sql`
    insert into announcements (${columns})
    select ${columns} from json_populate_recordset(null::announcements, ${JSON.stringify(rows)})`.execute(
    database,
  )
  const claimed = await sql<{ record_id: string }>`
    delete from announcements
    where announcement_id = any(array(
      select announcement_id from announcements where error is null
      order by announcement_id limit 1 for update skip locked
    ))
    returning announcement_id, record_id, document_before`.execute(database)
  expect(claimed.rows.map(({ record_id }) => record_id)).toEqual(['sig_a'])
  await sql`update announcements set error = 'broken' where record_id = 'sig_b'`.execute(database)
  const left = await sql`select record_id, error from pending_changes`.execute(database)
  expect(left.rows).toEqual([{ record_id: 'sig_b', error: 'broken' }])
})
