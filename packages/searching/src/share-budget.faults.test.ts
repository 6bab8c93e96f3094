import { createConnection } from '@signalpost/database/searching'
import { minuteMs, secondMs } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import { waitUntil } from '@signalpost/testing'
import { platformStandIns } from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { expect } from 'vitest'
import { createSearchingMetrics } from './searching-metrics.ts'
import { startRunning } from './start-searching.ts'
import { makeDueListener, makeListenerOf, secretBox } from './test-support/make-listener.ts'

const copies = 4
const listeners = 200
const budget = { most: 40, windowMs: 4 * secondMs }
/** Of what a window allows, while there is more to ask. */
const leastShareUsed = 0.9
const retryAfterS = 3

test('copies share a budget: no window has more requests than it may or much less than it could, none falls into Retry-After, and every search has its turn long before the next run', async ({
  database,
  onTestFinished,
}) => {
  const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })
  onTestFinished(() => outgoing.close())
  const post = {
    ...{ id: 1, title: 'Recommend a CRM?', publishedAtMs: Date.now() - minuteMs },
    text: 'We are looking for a CRM because ours is down.',
  }
  const stand = await platformStandIns.hackernews?.([post])
  if (stand === undefined) throw new Error('There is no stand-in for Hacker News.')
  onTestFinished(() => stand.close())
  stand.troubles.plan({ status: 429, headers: { 'retry-after': `${retryAfterS}` } }, { times: 1 })
  const searches = { queries: [{ source: 'hackernews' as const, query: '"crm"' }], boards: [] }
  const { orgId } = await makeDueListener(database, searches)
  for (let number = 2; number <= listeners; number += 1) {
    await makeListenerOf(database, { orgId, listenerId: `lsn_${number}`, ...searches })
  }
  const platform = 'hackernews' as const
  await createConnection(database, secretBox, { orgId, platform, baseUrl: stand.url, budget, secrets: {} })
  await sql`create table spent (window_start timestamptz, used integer, at timestamptz)`.execute(database)
  await sql`
    create function note_spending() returns trigger language plpgsql as $$
    begin insert into spent values (new.window_start, new.used, clock_timestamp()); return null; end $$`.execute(
    database,
  )
  await sql`
    create trigger note_spending after insert or update on platform_spending
    for each row execute function note_spending()`.execute(database)

  const faults: unknown[] = []
  const watching = {
    metrics: createSearchingMetrics(new Registry()),
    logger: { info: () => undefined } as never,
    onFault: () => (error: unknown) => void faults.push(error),
  }
  const services = { database, secretBox, outgoing, nowMs: Date.now }
  const running = Array.from({ length: copies }, () => startRunning(services, watching))
  onTestFinished(async () => void (await Promise.all(running.map((part) => part.stop()))))
  await waitUntil(
    'every search had its turn',
    async () => {
      const { rows } = await sql<{ searched: number }>`
        select count(*)::int as searched from searches
        where org_id = ${orgId} and searched_at is not null`.execute(database)
      return rows[0]?.searched === listeners
    },
    { limitMs: 120_000 },
  )
  await Promise.all(running.map((part) => part.stop()))

  const { rows: permits } = await sql<{ at: Date }>`select at from spent order by at limit 2`.execute(
    database,
  )
  const [first = Number.NaN, second = Number.NaN] = permits.map(({ at }) => at.getTime())
  expect(second - first).toBeGreaterThanOrEqual(retryAfterS * secondMs)
  const { rows: windows } = await sql<{ startsAt: Date; used: number }>`
    select window_start as "startsAt", max(used)::int as used from spent
    group by window_start order by window_start`.execute(database)
  expect(windows.filter(({ used }) => used > budget.most)).toEqual([])
  expect(windows.reduce((sum, { used }) => sum + used, 0)).toBe(stand.requests.length)
  expect(stand.requests).toHaveLength(listeners + 1)
  // Retry-After cuts the first windows short, the end of the work the last.
  const whole = windows.filter(({ startsAt }) => startsAt.getTime() > second).slice(0, -1)
  expect(whole.length).toBeGreaterThanOrEqual(3)
  // A machine that stands still for seconds cuts a window short; searching that wastes its budget does in all of them.
  const poor = whole.filter(({ used }) => used < budget.most * leastShareUsed)
  expect(poor.length, JSON.stringify(whole)).toBeLessThanOrEqual(1)
  const { rows: failed } = await sql<{ listenerId: string }>`
    select listener_id as "listenerId" from listener_schedules
    where org_id = ${orgId} and failures > 0`.execute(database)
  expect({ failed, faults }).toEqual({ failed: [], faults: [] })
}, 180_000)
