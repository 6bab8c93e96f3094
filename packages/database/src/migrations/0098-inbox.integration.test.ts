import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { migrations } from './index.ts'

test('gives each workspace its inbox, the canary none, and no workspace a second', async ({ database }) => {
  await sql`
    insert into workspaces (org_id, name, plan, account_intelligence, analysis_allowance)
    values ('org_one', 'One', 'standard', false, 1), ('org_two', 'Two', 'standard', false, 1),
           ('org_canary', 'Canary', 'canary', false, 0)`.execute(database)
  await sql`drop table inbox_entries, inbox_messages`.execute(database)
  await sql`drop index channels_one_inbox`.execute(database)
  await database.transaction().execute(async (transaction) => migrations['0098-inbox']?.up(transaction))
  const { rows } = await sql`
    select org_id as "orgId", kind, name, state, consecutive_failures as failures
    from channels join channel_health using (channel_id) order by org_id`.execute(database)
  const inbox = { kind: 'inbox', name: 'Inbox', state: 'active', failures: 0 }
  expect(rows).toEqual([
    { orgId: 'org_one', ...inbox },
    { orgId: 'org_two', ...inbox },
  ])
  const second = sql`
    insert into channels (channel_id, org_id, kind, name, settings)
    values ('chn_second', 'org_one', 'inbox', 'Second', '{}')`.execute(database)
  await expect(second).rejects.toThrow('channels_one_inbox')
})
