import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { migrations } from './index.ts'

test('what there was before is sent to warehouses too', async ({ database }) => {
  await sql`
    drop function attempts_mirror, memberships_mirror, memberships_forget, people_mirror cascade;
    insert into workspaces (org_id, name, plan, account_intelligence, analysis_allowance)
    values ('org_one', 'One', 'standard', true, 1);
    insert into people (person_id, name, created_at) values ('usr_1', 'Ann', now());
    insert into memberships (org_id, person_id, role, created_at) values ('org_one', 'usr_1', 'admin', now());
    insert into messages (message_id, org_id, channel_id, kind, digest_id, recipient, created_at, due_at)
    values ('msg_1', 'org_one', 'chn_1', 'digest', 'dig_1', 'ann@example.com', now(), now());
    insert into attempts (message_id, number, at, outcome, code, answer) values ('msg_1', 1, now(), 'sent', 'x', 'y');
  `.execute(database)
  await database
    .transaction()
    .execute(async (transaction) => migrations['0111-mirror-attempts-and-people']?.up(transaction))
  const { rows } = await sql`
    select table_name as name, record_id as id, state from mirrored_records
    where (table_name, record_id) in (select table_name, record_id from change_inbox) order by 1`.execute(
    database,
  )
  expect(rows).toEqual([
    {
      ...{ name: 'attempts', id: 'msg_1:1' },
      state: {
        ...{ messageId: 'msg_1', number: 1, kind: 'digest', dispatchId: null, digestId: 'dig_1' },
        ...{ channelId: 'chn_1', signalId: null, at: expect.any(String), outcome: 'sent' },
        ...{ httpStatus: null, durationMs: null },
      },
    },
    { name: 'people', id: 'usr_1', state: { name: 'Ann', role: 'admin' } },
  ])
})
