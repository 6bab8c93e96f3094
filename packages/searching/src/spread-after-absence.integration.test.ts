import { createOutgoing } from '@signalpost/outgoing'
import { waitUntil } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { expect } from 'vitest'
import { createSearchingMetrics } from './searching-metrics.ts'
import { startRunning } from './start-searching.ts'
import { makeDueListener, secretBox } from './test-support/make-listener.ts'

const overdue = 200

test('a searcher that starts after an absence spreads what is overdue, and runs new listeners at once', async ({
  database,
  onTestFinished,
}) => {
  const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })
  onTestFinished(() => outgoing.close())
  const { orgId, listenerId } = await makeDueListener(database, { queries: [], boards: [] })
  await sql`
    insert into listener_schedules (org_id, listener_id, source_id, settings, seed, last_run_at, due_at)
    select org_id, 'lsn_old_' || place, source_id, settings, seed, now() - interval '2 hours', now() - interval '1 hour'
    from listener_schedules, generate_series(1, ${overdue}) as place where org_id = ${orgId}`.execute(
    database,
  )
  const lines: [object, string][] = []
  const watching = {
    metrics: createSearchingMetrics(new Registry()),
    logger: { info: (fields: object, line: string) => lines.push([fields, line]) } as never,
    onFault: () => (error: unknown) => expect.unreachable(String(error)),
  }
  const running = startRunning({ database, secretBox, outgoing, nowMs: Date.now }, watching)
  onTestFinished(() => running.stop())
  const countRun = async () => {
    const { rows } = await sql<{ isNew: boolean; count: number }>`
      select listener_id = ${listenerId} as "isNew", count(*)::int as count from listener_schedules
      where org_id = ${orgId} and due_at > now() + interval '2 minutes' group by 1`.execute(database)
    return rows.find(({ isNew }) => isNew)?.count ?? 0
  }
  await waitUntil('the new listener ran', async () => (await countRun()) === 1)
  await running.stop()
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listener_schedules
    where org_id = ${orgId} and due_at > now() + interval '20 seconds' and due_at < now() + interval '100 seconds'`.execute(
    database,
  )
  // Each is due half a second after the one before.
  expect(rows[0]?.count).toBeGreaterThan(overdue / 2)
  expect(lines.filter(([, line]) => line === 'listeners.spread')).toEqual([
    [{ listeners: overdue }, 'listeners.spread'],
  ])
})
