import type { Database } from '@signalpost/database'
import {
  createConnection,
  leaseDueListener,
  leaseListener,
  listSearches,
  markPage,
} from '@signalpost/database/searching'
import { minuteMs } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import { platformStandIns } from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect, type TestContext } from 'vitest'
import { processJudging } from './judging/create-judging.ts'
import { leaseMs, runLeased } from './run/run-listener.ts'
import { makeDueListener, makeListenerOf, secretBox } from './test-support/make-listener.ts'

const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })
const { signal } = new AbortController()
const queries = [{ source: 'hackernews' as const, query: '"crm"' }]

afterAll(() => outgoing.close())

type Context = { database: Database } & Pick<TestContext, 'onTestFinished'>

/** Makes two listeners on a stand-in with one post. */
async function stage({ database, onTestFinished }: Context) {
  const said = { title: 'Recommend a CRM?', text: 'We are looking for a CRM because ours is down.' }
  const post = { id: 1, ...said, board: 'x', author: 'a', publishedAtMs: Date.now() - minuteMs }
  const stand = await platformStandIns.hackernews?.([post])
  if (stand === undefined) throw new Error('There is no stand-in for Hacker News.')
  onTestFinished(() => stand.close())
  const first = await makeDueListener(database, { queries, boards: [] })
  const { orgId } = first
  await makeListenerOf(database, { orgId, listenerId: 'lsn_2', queries, boards: [] })
  const connection = { orgId, platform: 'hackernews', baseUrl: stand.url, budget: null, secrets: {} } as const
  await createConnection(database, secretBox, connection)
  const services = { database, secretBox, outgoing, nowMs: Date.now }
  const expire = () =>
    sql`
      update listener_schedules set leased_until = now(), page_since = page_since - interval '1 minute'
      where org_id = ${orgId}`.execute(database)

  /** Runs a listener until it is inside its page, and leaves what a process leaves that is killed there. */
  const dieIn = async (listenerId: string, at: 'judging' | 'reading'): Promise<void> => {
    const lease = await leaseListener(database, { orgId, listenerId, leaseMs })
    if (lease === undefined) throw new Error('The listener is leased already.')
    const inside = Promise.withResolvers<void>()
    const never = Promise.withResolvers<never>()
    const judging = {
      ...processJudging,
      run: () => {
        inside.resolve()
        return never.promise
      },
    }
    if (at === 'reading') {
      // A page that is only read is marked as well.
      await sql`
        update listener_schedules set page = deadly_page, page_since = now()
        where org_id = ${orgId} and listener_id = ${listenerId}`.execute(database)
    } else {
      const dead = runLeased({ ...services, judging }, lease, { isForced: true, signal }).catch(
        () => undefined,
      )
      onTestFinished(async () => {
        never.reject(new Error('The test is over.'))
        await dead
      })
      await inside.promise
    }
    await expire()
  }
  const run = async (listenerId: string) => {
    const lease = await leaseListener(database, { orgId, listenerId, leaseMs })
    if (lease === undefined) throw new Error('The listener is leased already.')
    const skipped: unknown[] = []
    const outcome = await runLeased(services, lease, {
      ...{ isForced: true, signal },
      onSkipped: (...about) => void skipped.push(about),
    })
    return { outcome, skipped }
  }
  const readFinds = async (listenerId: string) => {
    const { rows } = await sql<{ state: string; reason: string }>`
      select state, reason from finds where org_id = ${orgId} and listener_id = ${listenerId}`.execute(
      database,
    )
    return rows
  }
  return { orgId, dieIn, run, readFinds }
}

test('skips a page in which two processes died, says so, and lets others run', async ({
  database,
  onTestFinished,
}) => {
  const { orgId, dieIn, run, readFinds } = await stage({ database, onTestFinished })
  await dieIn('lsn_1', 'judging')
  await dieIn('lsn_1', 'judging')
  expect((await run('lsn_2')).outcome).toMatchObject({ searches: [{ fetched: 1, kept: 1, error: null }] })

  const key = 'news.ycombinator.com/item?id=1'
  const reason = 'judging its page ended the process 2 times'
  const error = 'A page of it was skipped: judging it ended the process 2 times.'
  const { outcome, skipped } = await run('lsn_1')
  expect(outcome).toMatchObject({
    isFailed: true,
    searches: [{ kept: 0, error, skipped: [{ key, reason }] }],
  })
  expect(skipped).toEqual([['hackernews', { key, reason }]])
  expect(await readFinds('lsn_1')).toEqual([{ state: 'dropped', reason: `Skipped: ${reason}.` }])
  expect(await listSearches(database, { orgId, listenerId: 'lsn_1' })).toMatchObject([
    { lastError: `Hacker News: ${error}`, skippedPosts: 1, lastSkipped: `${key}: ${reason}` },
  ])
  // What was skipped is known, so the next run continues behind it.
  const [again] = (await run('lsn_1')).outcome?.searches ?? []
  expect(again).toMatchObject({ error: null, skipped: [] })
})

test('a lease that ends early is no death', async ({ database, onTestFinished }) => {
  const { orgId, dieIn, run } = await stage({ database, onTestFinished })
  await dieIn('lsn_1', 'judging')
  const lease = await leaseListener(database, { orgId, listenerId: 'lsn_1', leaseMs })
  const { token = '', deadly } = lease ?? {}
  expect(deadly?.deaths).toBe(1)
  await markPage(database, { orgId, listenerId: 'lsn_1', token, page: deadly?.page ?? '' })
  await sql`update listener_schedules set leased_until = now() where org_id = ${orgId}`.execute(database)
  expect((await run('lsn_1')).outcome).toMatchObject({ searches: [{ kept: 1, error: null }] })
})

test('judges a page in which one process died', async ({ database, onTestFinished }) => {
  const { dieIn, run } = await stage({ database, onTestFinished })
  await dieIn('lsn_1', 'judging')
  expect((await run('lsn_1')).outcome).toMatchObject({ searches: [{ kept: 1, error: null, skipped: [] }] })
  await dieIn('lsn_2', 'judging')
  expect(await leaseDueListener(database, { leaseMs })).toBeDefined()
})

test('asks no search for a day whose page ends processes without being judged', async ({
  database,
  onTestFinished,
}) => {
  const { orgId, dieIn, run, readFinds } = await stage({ database, onTestFinished })
  for (const at of ['judging', 'judging', 'reading'] as const) await dieIn('lsn_1', at)
  const error = 'Reading a page of it ended the process 3 times. It is not asked for a day.'
  expect((await run('lsn_1')).outcome?.searches).toMatchObject([{ fetched: 0, error }])
  expect(await readFinds('lsn_1')).toEqual([])
  const [search] = await listSearches(database, { orgId, listenerId: 'lsn_1' })
  expect(search?.blockedUntil?.getTime()).toBeGreaterThan(Date.now() + 1_000 * minuteMs)
  expect((await run('lsn_1')).outcome?.searches).toMatchObject([{ kept: 1, error: null }])
})
