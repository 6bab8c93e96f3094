import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { migrations } from './index.ts'

test('people who were there before leave their mail addresses for warehouses too', async ({ database }) => {
  await sql`
    alter table warehouses drop column has_mail_addresses;
    insert into workspaces (org_id, name, plan, account_intelligence, analysis_allowance)
    values ('org_one', 'One', 'standard', true, 1);
    insert into people (person_id, name, email, created_at) values ('usr_1', 'Ann', 'ann@example.com', now());
    insert into memberships (org_id, person_id, role, created_at) values ('org_one', 'usr_1', 'admin', now());
    update mirrored_records set state = state - 'email'`.execute(database)
  await database
    .transaction()
    .execute(async (transaction) => migrations['0113-mail-addresses']?.up(transaction))
  const { rows } = await sql`select state from mirrored_records`.execute(database)
  expect(rows).toEqual([{ state: { name: 'Ann', email: 'ann@example.com', role: 'admin' } }])
})
