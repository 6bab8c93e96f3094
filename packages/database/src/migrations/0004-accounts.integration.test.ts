import { readEvent } from '@signalpost/domain'
import { type SentEvent, sentEvents } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../database.ts'
import { mergeContributions } from '../records/merge/merge-contributions.ts'
import type { OwnedContribution } from '../records/merge/merged-record.ts'
import { migrations } from './index.ts'

const orgIds = Array.from({ length: 80 }, (_, index) => `org_${index}`)
const nowMs = Date.parse('2026-11-20T12:00:00.000Z')

test('rolls up what is stored already as it would have been rolled up event by event', async ({
  database,
}) => {
  for (const [seed, orgId] of orgIds.entries()) {
    const [sent = []] = fc.sample(sentEvents({ orgId, maxLength: 60 }), { numRuns: 1, seed })
    const contributions = sent.flatMap((one) => contributionsOf(one, orgId))
    await database
      .transaction()
      .execute((transaction) => mergeContributions(transaction, contributions, { nowMs }))
  }
  const before = await readRollUp(database)
  expect(before.accounts?.length).toBeGreaterThan(20)
  expect(before.account_users?.length).toBeGreaterThan(0)
  expect(before.account_regions?.length).toBeGreaterThan(0)
  await undo(database)
  await migrations['0004-accounts']?.up(database)
  expect(await readRollUp(database)).toEqual(before)
})

function contributionsOf({ source, event }: SentEvent, orgId: string): OwnedContribution[] {
  const read = readEvent(event, { orgId, sourceId: `src_${source}`, receivedAtMs: nowMs })
  if (read.verdict !== 'valid') throw new Error(JSON.stringify(read))
  return read.contributions.map((contribution) => ({ ...contribution, orgId }))
}

async function undo(database: Database): Promise<void> {
  await sql`drop table accounts, account_users, account_regions, listener_counts`.execute(database)
  await sql`alter table signals drop names_account, drop locates_account`.execute(database)
  await sql`drop index signals_by_account_score, listeners_by_creation, deals_by_creation`.execute(database)
}

async function readRollUp(database: Database): Promise<Record<string, unknown[]>> {
  const queries = {
    accounts: sql`select org_id, account_key, state, is_listed from accounts where is_listed order by org_id, account_key`,
    account_users: sql`select * from account_users order by org_id, user_id, account_key`,
    account_regions: sql`select * from account_regions order by org_id, term, account_key`,
    listener_counts: sql`
      select org_id, listener_id, sum(signal_count) from listener_counts
      group by 1, 2 having sum(signal_count) <> 0 order by 1, 2`,
    signals: sql`select org_id, signal_id, names_account, locates_account from signals order by org_id, signal_id`,
  }
  const rows: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(queries)) rows[name] = (await query.execute(database)).rows
  return rows
}
