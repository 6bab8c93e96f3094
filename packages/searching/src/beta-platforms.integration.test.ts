import { createConnection, deleteConnection } from '@signalpost/database/searching'
import { dayMs, hourMs } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import { startReddit, startTrustpilot } from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { checkPlatform } from './check-platform.ts'
import { deliverFinds } from './deliver/deliver-finds.ts'
import { rereadFinds } from './retain/reread-finds.ts'
import { runListener } from './run/run-listener.ts'
import { makeDueListener, secretBox } from './test-support/make-listener.ts'
import { startApplyingIntake } from './test-support/start-applying-intake.ts'

const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })
const { signal } = new AbortController()
const text = 'We are looking for a CRM because ours is down. We need it by friday, as soon as possible.'

afterAll(() => outgoing.close())

function post(id: number) {
  return { id, title: `Recommend a CRM for team ${id}?`, text, publishedAtMs: Date.now() - hourMs }
}

test('Reddit: a signal follows its post within two days, and nothing is asked once the limit is reached', async ({
  database,
  pool,
  onTestFinished,
}) => {
  const stand = await startReddit([post(1), post(2), post(3)])
  onTestFinished(() => stand.close())
  const listener = await makeDueListener(database, {
    queries: [{ source: 'reddit', query: '"crm"' }],
    boards: [],
  })
  const { orgId } = listener
  const services = { database, secretBox, outgoing, nowMs: Date.now }
  expect(await checkPlatform(services, { orgId, platform: 'reddit' })).toMatchObject({
    ...{ ready: false, httpStatus: null, missing: expect.stringContaining('Approval is needed') },
  })
  const secrets = { clientId: 'app', clientSecret: 's', username: 'maria' }
  await createConnection(database, secretBox, {
    ...{ orgId, platform: 'reddit', baseUrl: stand.url, budget: null, secrets },
  })
  expect(await checkPlatform(services, { orgId, platform: 'reddit' })).toEqual({
    ready: true,
    httpStatus: 200,
  })
  const intake = await startApplyingIntake({ database, pool }, { orgId })
  onTestFinished(intake.stop)
  const deliver = async () => {
    const delivery = { database, secretBox, intakeUrl: intake.url, maxBodyBytes: 1_048_576 }
    while ((await deliverFinds(delivery, signal)) !== undefined);
    await intake.applied()
  }
  await runListener(services, { ...listener, dry: false })
  await deliver()
  const { rows } = await sql<{ state: string; keptMs: number }>`
    select state, extract(epoch from kept_until - now())::float8 * 1000 as "keptMs"
    from finds where org_id = ${orgId}`.execute(database)
  expect(rows.map(({ state, keptMs }) => [state, Math.round(keptMs / dayMs)])).toEqual(
    [1, 2, 3].map(() => ['delivered', 2]),
  )

  await sql`update finds set reread_at = now(), claimed_until = null where org_id = ${orgId}`.execute(
    database,
  )
  stand.posts.splice(
    0,
    2,
    { ...post(1), raw: { selftext: '[removed]' } },
    { ...post(2), text: `${text} Please.` },
  )
  const reread = await rereadFinds(services, { signal, onAsked: () => undefined })
  expect(reread).toMatchObject({ error: null, counts: { gone: 1, changed: 1, unchanged: 1 } })
  await deliver()
  expect(intake.state.types.toSorted()).toEqual([
    ...['signal.created', 'signal.created', 'signal.created', 'signal.deleted', 'signal.updated'],
  ])

  stand.limit.remaining = 1
  expect((await runListener(services, { ...listener, dry: false })).searches).toMatchObject([{ error: null }])
  const asked = stand.requests.length
  const [silent] = (await runListener(services, { ...listener, dry: false })).searches
  expect(silent?.error).toContain('Nothing is asked for')
  expect(stand.requests).toHaveLength(asked)
})

test('Trustpilot: a company is looked up once, and a refused key is named', async ({
  database,
  onTestFinished,
}) => {
  const raw = { company: 'Deskly', stars: 1 }
  const stand = await startTrustpilot([1, 2].map((id) => ({ ...post(id), raw })))
  onTestFinished(() => stand.close())
  const listener = await makeDueListener(database, {
    ...{ queries: [{ source: 'trustpilot', query: 'Deskly' }], boards: [] },
  })
  const { orgId } = listener
  const services = { database, secretBox, outgoing, nowMs: Date.now }
  const connect = (apiKey: string) =>
    createConnection(database, secretBox, {
      ...{ orgId, platform: 'trustpilot', baseUrl: stand.url, budget: null, secrets: { apiKey } },
    })
  const { connectionId } = await connect('wrong')
  expect(await checkPlatform(services, { orgId, platform: 'trustpilot' })).toMatchObject({
    ...{ ready: false, httpStatus: 401 },
  })
  await deleteConnection(database, { connectionId, orgId })
  await connect('k')
  stand.requests.length = 0
  for (const fetched of [2, 2]) {
    const { searches } = await runListener(services, { ...listener, dry: false })
    expect(searches).toMatchObject([{ error: null, fetched }])
  }
  expect(stand.requests.filter(({ path }) => path.includes('/search?'))).toHaveLength(1)
  const { rows } = await sql`
    select count(*)::int as finds, count(kept_until)::int as kept from finds where org_id = ${orgId}`.execute(
    database,
  )
  expect(rows).toEqual([{ finds: 2, kept: 0 }])
})
