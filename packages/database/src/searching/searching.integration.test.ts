import { randomBytes } from 'node:crypto'
import { waitUntil } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createSource } from '../access/sources/sources.ts'
import { createWorkspace } from '../access/workspaces.ts'
import type { Database } from '../database.ts'
import { createSecretBox } from '../secret-box.ts'
import {
  claimFinds,
  claimRereads,
  createSchedule,
  eraseFinds,
  type Find,
  findKnownKeys,
  findLiveScheduler,
  finishRun,
  forgetFinds,
  keepFinds,
  leaseDueListener,
  leaseListener,
  listSearches,
  planSearches,
  releasePermits,
  renewListenerLease,
  returnPermits,
  setSchedulePaused,
  settleFinds,
  settleRereads,
  spreadOverdueListeners,
  takePermits,
} from './index.ts'

const orgId = 'org_one'
const leaseMs = 60_000
let sourceId = ''
let made = 0

test.beforeAll(async ({ database }) => {
  const plan = { plan: 'standard', accountIntelligence: false, analysisAllowance: 100 }
  await createWorkspace(database, { orgId, name: orgId, ...plan })
  const source = await createSource(database, createSecretBox(randomBytes(32)), {
    ...{ orgId, name: 'Searcher', scheme: 'service', settings: {}, toleranceSeconds: 300 },
    ...{ ratePerMinute: null, secret: 'whatever' },
  })
  sourceId = source.sourceId
})

test.beforeEach(async ({ database }) => {
  await sql`delete from finds`.execute(database)
  await sql`delete from listener_schedules`.execute(database)
})

async function newListener(database: Database): Promise<{ orgId: string; listenerId: string }> {
  const listener = { orgId, listenerId: `lsn_${++made}` }
  const settings = { boards: [], backfillMs: 0 }
  await database
    .transaction()
    .execute((transaction) => createSchedule(transaction, { ...listener, sourceId, settings }))
  return listener
}

function newFind(dedupeKey: string): Find {
  return {
    ...{ dedupeKey, platform: 'hackernews', signalId: `sig_${dedupeKey}`, titleKey: null, simhash: null },
    ...{ firstSeenAt: new Date(), state: 'waiting', reason: 'over the bar', score: 60 },
    ...{
      components: [],
      features: {},
      delivery: { eventId: `evt_${dedupeKey}`, body: `{"of":"${dedupeKey}"}` },
      retention: null,
    },
  }
}

async function keepWaiting(database: Database, keys: string[]) {
  const listener = await newListener(database)
  const lease = await leaseListener(database, { ...listener, leaseMs })
  const kept = await keepFinds(database, {
    ...{ ...listener, token: lease?.token ?? '', searchId: 'none', cursor: null, history: null },
    finds: keys.map(newFind),
  })
  expect(kept).toEqual(keys)
  return listener
}

test('copies share the listeners that are due, each leased once', async ({ database }) => {
  const listeners = [await newListener(database), await newListener(database)]
  const leases = await Promise.all([1, 2, 3].map(() => leaseDueListener(database, { leaseMs })))
  const ids = leases.flatMap((lease) => lease?.listenerId ?? [])
  expect(ids.toSorted()).toEqual(listeners.map(({ listenerId }) => listenerId).toSorted())
})

test('a listener is queued, then running, then idle, failed after three failed runs, and paused', async ({
  database,
}) => {
  const listener = await newListener(database)
  const stateOf = async () => (await findLiveScheduler(database, listener))?.state
  expect(await stateOf()).toBe('queued')
  const end = async (outcome: Parameters<typeof finishRun>[1]['outcome']) => {
    const lease = await leaseListener(database, { ...listener, leaseMs })
    expect(await stateOf()).toBe('running')
    if (lease === undefined) throw new Error('It is leased already.')
    await finishRun(database, { ...lease, outcome })
  }
  await end({ result: 'ran', error: null, dueInMs: 60_000 })
  expect(await stateOf()).toBe('idle')
  const failed = { result: 'failed', error: 'hackernews: 500', isRefused: false, dueInMs: 60_000 } as const
  await end(failed)
  await end(failed)
  expect(await findLiveScheduler(database, listener)).toMatchObject({
    ...{ state: 'idle', lastError: 'hackernews: 500' },
  })
  await end(failed)
  expect(await stateOf()).toBe('failed')
  await end({ result: 'interrupted', dueInMs: 60_000 })
  expect(await stateOf()).toBe('failed')
  await database
    .transaction()
    .execute((transaction) => setSchedulePaused(transaction, { ...listener, isPaused: true }))
  expect(await findLiveScheduler(database, listener)).toMatchObject({ state: 'paused', nextRunAt: null })
  expect(await leaseDueListener(database, { leaseMs })).toBeUndefined()
  expect(await findLiveScheduler(database, { orgId, listenerId: 'lsn_elsewhere' })).toBeUndefined()
})

test('a process that lost the lease keeps nothing', async ({ database }) => {
  const listener = await newListener(database)
  const first = await leaseListener(database, { ...listener, leaseMs: 0 })
  const second = await leaseListener(database, { ...listener, leaseMs })
  const token = first?.token ?? ''
  expect(await renewListenerLease(database, { ...listener, token, leaseMs })).toBe(false)
  const page = { searchId: 'one', finds: [newFind('a')], cursor: 1, history: {} }
  expect(await keepFinds(database, { ...listener, token, ...page })).toBeUndefined()
  expect(await findKnownKeys(database, { ...listener, keys: ['a'] })).toEqual(new Set())
  expect(await keepFinds(database, { ...listener, token: second?.token ?? '', ...page })).toEqual(['a'])
  expect(await keepFinds(database, { ...listener, token: second?.token ?? '', ...page })).toEqual([])
})

test('a search that stays in the plan keeps its cursor', async ({ database }) => {
  const listener = await newListener(database)
  const searches = ['a', 'b'].map((query) => ({ searchId: query, platform: 'hackernews', query }))
  await planSearches(database, { ...listener, searches })
  const lease = await leaseListener(database, { ...listener, leaseMs })
  const page = { searchId: 'b', finds: [], cursor: { page: 2 }, history: null }
  await keepFinds(database, { ...listener, token: lease?.token ?? '', ...page })
  const c = { searchId: 'c', platform: 'lever', query: 'c' }
  const planned = await planSearches(database, { ...listener, searches: [c, ...searches.slice(1)] })
  expect(planned.map(({ searchId, cursor }) => [searchId, cursor])).toEqual([
    ['c', null],
    ['b', { page: 2 }],
  ])
  expect(await listSearches(database, listener)).toHaveLength(2)
})

test('a find is claimed by one process, sent again with the same bytes, and settled once', async ({
  database,
}) => {
  const { listenerId } = await keepWaiting(database, ['a', 'b'])
  const asked = { limit: 100, maxBytes: 1_000, claimMs: 60_000 }
  const claims = await Promise.all([claimFinds(database, asked), claimFinds(database, asked)])
  const [claim] = claims.filter((one) => one !== undefined)
  expect(claims.flatMap((one) => one?.finds ?? [])).toHaveLength(2)
  if (claim === undefined) throw new Error('Nothing was claimed.')
  const waits = claim.finds.map((find) => ({ ...find, state: 'waiting' as const, retryMs: 0 }))
  await settleFinds(database, { orgId, token: claim.token, outcomes: waits })
  const again = await claimFinds(database, asked)
  expect(again?.finds.map(({ event }) => event)).toEqual(['{"of":"a"}', '{"of":"b"}'])
  const outcomes = [
    { listenerId, dedupeKey: 'a', state: 'delivered' as const },
    { listenerId, dedupeKey: 'b', state: 'refused' as const, reason: 'title: required' },
  ]
  await settleFinds(database, { orgId, token: claim.token, outcomes })
  expect(await statesOf(database)).toEqual(['waiting', 'waiting'])
  await settleFinds(database, { orgId, token: again?.token ?? '', outcomes })
  expect(await statesOf(database)).toEqual(['delivered', 'refused'])
  expect(await claimFinds(database, asked)).toBeUndefined()
})

test('a claim carries no more bytes than asked for, and at least one find', async ({ database }) => {
  await keepWaiting(database, ['a', 'b', 'c'])
  const size = async (maxBytes: number) => {
    const claim = await claimFinds(database, { limit: 100, maxBytes, claimMs: 0 })
    return claim?.finds.length
  }
  expect(await size(1)).toBe(1)
  expect(await size(20)).toBe(2)
  expect(await size(1_000)).toBe(3)
})

test('an erased find is not delivered, and its key stays', async ({ database }) => {
  const listener = await keepWaiting(database, ['a'])
  await database.transaction().execute((transaction) => eraseFinds(transaction, { orgId, signalId: 'sig_a' }))
  expect(await claimFinds(database, { limit: 1, maxBytes: 1_000, claimMs: 0 })).toBeUndefined()
  expect(await findKnownKeys(database, { ...listener, keys: ['a', 'b'] })).toEqual(new Set(['a']))
  const { rows } = await sql`select event, components, reason from finds`.execute(database)
  expect(rows).toEqual([{ event: null, components: null, reason: null }])
})

test('forgets a key with time, but keeps the keys of erased finds', async ({ database }) => {
  const listener = await keepWaiting(database, ['a', 'b'])
  await database.transaction().execute((transaction) => eraseFinds(transaction, { orgId, signalId: 'sig_a' }))
  await sql`
    update finds set first_seen_at = now() - interval '500 days',
      state = case when state = 'waiting' then 'refused' else state end`.execute(database)
  await forgetFinds(database, { textMs: 1, keyMs: 400 * 86_400_000, limit: 10 })
  expect(await findKnownKeys(database, { ...listener, keys: ['a', 'b'] })).toEqual(new Set(['a']))
})

test('processes together take no more permits than a window has', async ({ database }) => {
  const century = 36_525 * 86_400_000
  const costs = [
    { unit: 'request', windowMs: century, most: 5, cost: 1 },
    { unit: 'unit', windowMs: 86_400_000, most: 1_000, cost: 100, timeZone: 'America/Los_Angeles' },
  ]
  const request = { budgetId: 'platform:youtube', costs, spacingMs: 0, askingMs: 60_000 }
  let taken = 0
  const ask = async (): Promise<void> => {
    const permit = await takePermits(database, request)
    if (permit.isTaken) {
      taken += 1
      await releasePermits(database, { budgetId: request.budgetId, token: permit.token })
    } else if (permit.reason === 'exhausted') return
    return ask()
  }
  await Promise.all([ask(), ask(), ask(), ask()])
  expect(taken).toBe(5)
})

test('what a request did not cost is given back to the windows of which it was taken, and to no other', async ({
  database,
}) => {
  const budgetId = 'con_billed'
  const cost = { unit: 'read', windowMs: 86_400_000, most: 20, cost: 20 }
  const request = { budgetId, costs: [cost], spacingMs: 0, askingMs: 0 }
  const first = await takePermits(database, request)
  if (!first.isTaken) throw new Error('No permit was taken.')
  expect(await takePermits(database, request)).toMatchObject({ isTaken: false, reason: 'exhausted' })
  const before = first.windows.map((window) => ({ ...window, windowStart: new Date(0) }))
  await returnPermits(database, { budgetId, windows: before, unspent: 20 })
  expect(await takePermits(database, request)).toMatchObject({ isTaken: false, reason: 'exhausted' })
  await returnPermits(database, { budgetId, windows: first.windows, unspent: 15 })
  const small = { ...request, costs: [{ ...cost, cost: 15 }] }
  expect(await takePermits(database, small)).toMatchObject({ isTaken: true })
})

test('a find that has to be read again is settled by the process that has it alone', async ({ database }) => {
  const { listenerId } = await keepWaiting(database, ['a', 'b'])
  const key = { listenerId, dedupeKey: 'a' }
  await sql`
    update finds set state = 'delivered', event = null, reread_at = now(), kept_until = now() + interval '1 day'
    where dedupe_key = 'a'`.execute(database)
  const [first, none] = [
    await claimRereads(database, { limit: 10, claimMs: 60_000 }),
    await claimRereads(database, { limit: 10, claimMs: 60_000 }),
  ]
  expect(first).toMatchObject({ orgId, platform: 'hackernews', finds: [key] })
  expect(none).toBeUndefined()
  await sql`update finds set claimed_until = now()`.execute(database)
  const second = await claimRereads(database, { limit: 10, claimMs: 60_000 })
  const outcomes = [{ ...key, outcome: 'postponed' as const, rereadInMs: 60_000 }]
  const blanked = [{ ...key, outcome: 'blanked' as const, state: 'erased' as const }]
  await settleRereads(database, { orgId, token: first?.token ?? '', outcomes: blanked })
  await settleRereads(database, { orgId, token: second?.token ?? '', outcomes })
  const { rows } = await sql<{ state: string; ms: number }>`
    select state, extract(epoch from reread_at - now())::float8 * 1000 as ms from finds
    where dedupe_key = 'a'`.execute(database)
  expect(rows).toMatchObject([{ state: 'delivered' }])
  expect(Math.round((rows[0]?.ms ?? 0) / 10_000)).toBe(6)
})

test('a day of a zone begins at its midnight', async ({ database }) => {
  const timeZone = 'America/Los_Angeles'
  const costs = [{ unit: 'unit', windowMs: 86_400_000, most: 1, cost: 1, timeZone }]
  await takePermits(database, { budgetId: 'con_zone', costs, spacingMs: 0, askingMs: 0 })
  const { rows } = await sql<{ at: string }>`
    select to_char(window_start at time zone ${timeZone}, 'HH24:MI:SS') as at from platform_spending
    where budget_id = 'con_zone'`.execute(database)
  expect(rows).toEqual([{ at: '00:00:00' }])
})

test('asks one request at a time, and none while the platform wants to be left alone', async ({
  database,
}) => {
  const request = { budgetId: 'con_a', costs: [], spacingMs: 0, askingMs: 60_000 }
  const first = await takePermits(database, request)
  if (!first.isTaken) throw new Error('No permit was taken.')
  expect(await takePermits(database, request)).toMatchObject({ isTaken: false, reason: 'asking' })
  const block = { blockedMs: 60_000, reason: 'Retry-After' }
  await releasePermits(database, { budgetId: 'con_a', token: first.token, block })
  expect(await takePermits(database, request)).toMatchObject({
    ...{ isTaken: false, reason: 'blocked', detail: 'Retry-After' },
  })
})

test('counts the time of a request from when its turn came, not from when it began to wait', async ({
  database,
}) => {
  const request = { budgetId: 'con_late', costs: [], spacingMs: 60_000, askingMs: 60_000 }
  await sql`insert into platform_budgets (budget_id) values ('con_late')`.execute(database)
  const { waiting, turnAt } = await database.transaction().execute(async (transaction) => {
    await sql`select from platform_budgets where budget_id = 'con_late' for update`.execute(transaction)
    const asked = takePermits(database, request)
    await waitUntil('the request waits for the row', async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks where not granted`.execute(database)
      return (rows[0]?.count ?? 0) > 0
    })
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(transaction)
    return { waiting: [asked], turnAt: rows[0]?.at.getTime() ?? Number.NaN }
  })
  await Promise.all(waiting)
  const { rows } = await sql<{ asking: Date; next: Date }>`
    select asking_until as asking, next_at as next from platform_budgets where budget_id = 'con_late'`.execute(
    database,
  )
  expect(
    rows.map(({ asking, next }) => [asking.getTime(), next.getTime()].every((ms) => ms >= turnAt + 60_000)),
  ).toEqual([true])
})

async function statesOf(database: Database): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`select state from finds order by dedupe_key`.execute(database)
  return rows.map(({ state }) => state)
}

test('a thousand listeners that no one ran are spread over minutes, those that wait the longest first', async ({
  database,
}) => {
  await sql`
    insert into listener_schedules (org_id, listener_id, source_id, settings, seed, last_run_at, due_at)
    select ${orgId}, 'lsn_spread_' || lpad(place::text, 4, '0'), ${sourceId}, '{}', 'seed',
      now() - interval '3 hours' + place * interval '1 second', now() - interval '2 hours' + place * interval '1 second'
    from generate_series(0, 999) as place`.execute(database)
  await sql`
    insert into listener_schedules (org_id, listener_id, source_id, settings, seed, last_run_at, due_at) values
      (${orgId}, 'lsn_new', ${sourceId}, '{}', 'seed', null, now() - interval '1 hour'),
      (${orgId}, 'lsn_often', ${sourceId}, '{}', 'seed', now() - interval '65 minutes', now() - interval '1 hour'),
      (${orgId}, 'lsn_late', ${sourceId}, '{}', 'seed', now() - interval '30 minutes', now() - interval '10 seconds')`.execute(
    database,
  )
  const spread = { overdueMs: 60_000, apartMs: 500, withinMs: 600_000 }
  expect(await spreadOverdueListeners(database, spread)).toBe(1_001)
  const { rows } = await sql<{ listenerId: string; seconds: number }>`
    select listener_id as "listenerId", extract(epoch from due_at - now())::float8 as seconds
    from listener_schedules order by due_at, listener_id`.execute(database)
  const dueOf = (listenerId: string) => rows.find((row) => row.listenerId === listenerId)?.seconds
  expect(dueOf('lsn_new')).toBeLessThan(-3_000)
  expect(dueOf('lsn_late')).toBeLessThan(0)
  // It runs every 5 minutes, and waits for less.
  expect(dueOf('lsn_often')).toBeGreaterThan(240)
  expect(dueOf('lsn_often')).toBeLessThanOrEqual(300)
  const spreadOnes = rows.filter(({ listenerId }) => listenerId.startsWith('lsn_spread_'))
  expect(spreadOnes.map(({ listenerId }) => listenerId)).toEqual(
    spreadOnes.map(({ listenerId }) => listenerId).toSorted(),
  )
  const seconds = spreadOnes.map((row) => row.seconds)
  expect((seconds.at(-1) ?? 0) - (seconds[0] ?? 0)).toBeGreaterThan(300)
  for (const [place, at] of seconds.entries()) expect(at - (seconds[place - 1] ?? at)).toBeLessThan(1.1)
  // What was spread is due later, so another copy that starts spreads nothing.
  expect(await spreadOverdueListeners(database, spread)).toBe(0)
})

test('a few listeners that no one ran are due within seconds', async ({ database }) => {
  for (let count = 0; count < 3; count += 1) await newListener(database)
  await sql`
    update listener_schedules set last_run_at = now() - interval '2 hours', due_at = now() - interval '1 hour'`.execute(
    database,
  )
  expect(await spreadOverdueListeners(database, { overdueMs: 60_000, apartMs: 500, withinMs: 600_000 })).toBe(
    3,
  )
  const { rows } = await sql<{ seconds: number }>`
    select max(extract(epoch from due_at - now()))::float8 as seconds from listener_schedules`.execute(
    database,
  )
  expect(rows[0]?.seconds).toBeLessThanOrEqual(1)
})
