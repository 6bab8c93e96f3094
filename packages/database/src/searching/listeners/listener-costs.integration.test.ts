import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../database.ts'
import {
  forgetListenerCosts,
  type ListenerCost,
  recordListenerCosts,
  sumListenerCosts,
} from './listener-costs.ts'

const listener = { orgId: 'org_one', listenerId: 'lsn_1' }
const requests: ListenerCost = { kind: 'platform', name: 'x', unit: 'read', times: 2, units: 40, pages: 1 }
const opinions: ListenerCost = { kind: 'model', name: 'opinion', unit: '', times: 3, units: 0, pages: 0 }

test('adds up what runs cost in 30 days, and forgets it afterwards and with the listener', async ({
  database,
}) => {
  await addSchedule(database)
  for (let run = 0; run < 2; run += 1) {
    await recordListenerCosts(database, { ...listener, costs: [requests, opinions] })
  }
  await recordListenerCosts(database, { ...listener, costs: [] })
  await recordListenerCosts(database, { ...listener, listenerId: 'lsn_gone', costs: [requests] })
  const sums = () => sumListenerCosts(database, listener)
  expect(await sums()).toEqual({
    days: 1,
    costs: [
      { ...opinions, times: 6 },
      { ...requests, times: 4, units: 80, pages: 2 },
    ],
  })
  expect(await sumListenerCosts(database, { ...listener, orgId: 'org_two' })).toEqual({ days: 0, costs: [] })

  const age = (days: number) =>
    sql`update listener_costs set day = day - ${days}::int where kind = 'model'`.execute(database)
  const kept = async () => (await sql`select from listener_costs`.execute(database)).rows.length
  await age(29)
  await forgetListenerCosts(database)
  expect([(await sums()).days, await kept()]).toEqual([30, 2])
  await age(1)
  expect((await sums()).costs.length).toBe(1)
  await forgetListenerCosts(database)
  expect(await kept()).toBe(1)
  await sql`delete from listener_schedules`.execute(database)
  expect(await kept()).toBe(0)
})

async function addSchedule(database: Database): Promise<void> {
  await sql`
    insert into workspaces (org_id, name, plan, account_intelligence, analysis_allowance)
    values ('org_one', 'One', 'standard', false, 1)`.execute(database)
  await sql`
    insert into listener_schedules (org_id, listener_id, source_id, settings, seed)
    values ('org_one', 'lsn_1', 'src_1', '{}', 'seed')`.execute(database)
}
