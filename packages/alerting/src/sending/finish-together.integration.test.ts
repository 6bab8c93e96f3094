import type { DatabaseTransaction } from '@signalpost/database'
import { recordAlerted, settleMessage, settleUnsent } from '@signalpost/database/dispatches'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openAlertCases } from '../test-support/open-alert-cases.ts'

const { rig, open, raise, summary } = await openAlertCases()

afterAll(rig.close)

type Write = (transaction: DatabaseTransaction) => Promise<unknown>

/** Runs two transactions: the second begins its writes once the first has done its own, which commits once the second waits or is done. */
async function interleave(first: Write, second: Write): Promise<void> {
  const written = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const one = rig.database.transaction().execute(async (transaction) => {
    await first(transaction)
    written.resolve()
    await release.promise
  })
  await written.promise
  let isDone = false
  const two = rig.database
    .transaction()
    .execute(second)
    .finally(() => {
      isDone = true
    })
  await expect.poll(async () => isDone || (await countWaiting()) > 0).toBe(true)
  release.resolve()
  await Promise.all([one, two])
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(rig.database)
  return rows[0]?.count ?? 0
}

test('a signal that two workers sent at the same time is alerted once', async () => {
  const channel = await open('webhook', {}, { events: ['signal.alerted'] })
  const { orgId } = channel
  await raise(orgId, { id: 'sig_1' })
  const alerted = (nowMs: number) => (transaction: DatabaseTransaction) =>
    recordAlerted(transaction, { orgId, signalIds: ['sig_1'], nowMs })
  // The one that comes later read its clock first, and the earliest value of the register wins.
  await interleave(alerted(rig.clock.ms), alerted(rig.clock.ms - 1))
  const { rows } = await sql`
    select from signal_events where org_id = ${orgId} and register = 'alertedAt'`.execute(rig.database)
  expect(rows).toHaveLength(1)
  await rig.evaluate()
  const { rows: events } = await sql`
    select from messages where org_id = ${orgId} and event ->> 'type' = 'signal.alerted'`.execute(
    rig.database,
  )
  expect(events).toHaveLength(1)
})

test('an alert whose last two messages fail at the same time has failed', async () => {
  const { orgId } = await open('email', {}, { to: ['ann@example.com', 'bob@example.com'] })
  await raise(orgId, { id: 'sig_1' })
  const { rows } = await sql<
    Parameters<typeof settleUnsent>[1] & Parameters<typeof settleMessage>[1]['message']
  >`
    select message_id as "messageId", org_id as "orgId", channel_id as "channelId", kind, rule_id as "ruleId",
           signal_id as "signalId", digest_id as "digestId", attempts, failures, ambiguities
    from messages where org_id = ${orgId}`.execute(rig.database)
  const fail =
    (index: number): Write =>
    async (transaction) => {
      const message = rows[index]
      if (message === undefined) throw new Error('There are two messages.')
      const settlement = { status: 'failed' as const, reason: 'http_500' }
      await settleMessage(transaction, { message, settlement, nowMs: rig.clock.ms })
      await settleUnsent(transaction, message, settlement)
    }
  await interleave(fail(0), fail(1))
  expect(await summary(orgId)).toEqual([['sig_1', 'failed', 'http_500']])
})
