import { deleteSignal, findSignal } from '@signalpost/database/records'
import { claimRereads, createConnection } from '@signalpost/database/searching'
import { dayMs, hourMs, minuteMs } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import {
  type StandInPost,
  startYoutube,
  youtubeCommentId,
  youtubeVideoId,
} from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect, type TestContext } from 'vitest'
import { deliverFinds } from '../deliver/deliver-finds.ts'
import { runListener } from '../run/run-listener.ts'
import { makeDueListener, secretBox } from '../test-support/make-listener.ts'
import { startApplyingIntake } from '../test-support/start-applying-intake.ts'
import { rereadFinds } from './reread-finds.ts'

const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })
const { signal } = new AbortController()
const wanted = 'We are looking for a CRM because ours is down. We need it by friday, as soon as possible.'

afterAll(() => outgoing.close())

function video(id: number, about: Partial<StandInPost> = {}): StandInPost {
  return {
    id,
    title: `Recommend a CRM for team ${id}?`,
    text: wanted,
    publishedAtMs: Date.now() - hourMs,
    ...about,
  }
}

/** On the first video. */
function comment(id: number): StandInPost {
  return video(id, { text: `Team ${id}: ${wanted}`, raw: { videoId: youtubeVideoId(1) } })
}

type Given = Parameters<typeof startApplyingIntake>[0] & Pick<TestContext, 'onTestFinished'>

/** Finds the posts on YouTube, delivers them, and lets the time pass after which they have to be read again. */
async function stage({ database, pool, onTestFinished }: Given, posts: readonly StandInPost[]) {
  // Finds are claimed across workspaces, those of other tests too.
  await sql`delete from finds`.execute(database)
  const stand = await startYoutube(posts)
  onTestFinished(() => stand.close())
  const listener = await makeDueListener(database, {
    queries: [{ source: 'youtube', query: '"crm"' }],
    boards: [],
  })
  const { orgId } = listener
  const connection = {
    orgId,
    platform: 'youtube',
    baseUrl: stand.url,
    budget: null,
    secrets: { apiKey: 'k' },
  }
  await createConnection(database, secretBox, connection)
  const services = { database, secretBox, outgoing, nowMs: Date.now }
  const intake = await startApplyingIntake({ database, pool }, { orgId })
  onTestFinished(intake.stop)
  const delivery = { database, secretBox, intakeUrl: intake.url, maxBodyBytes: 1_048_576 }
  const deliver = async () => {
    await sql`update finds set claimed_until = null where org_id = ${orgId} and event is not null`.execute(
      database,
    )
    const delivered = await deliverFinds(delivery, signal)
    await intake.applied()
    return delivered
  }
  const finds = async () => {
    const { rows } = await sql<{
      key: string
      signalId: string
      state: string
      reason: string | null
      text: string | null
      event: string | null
      rereadMs: number | null
      keptMs: number | null
    }>`
      select dedupe_key as key, signal_id as "signalId", state, reason, event,
        concat(title_key, simhash, components::text, features::text) as text,
        extract(epoch from reread_at - now())::float8 * 1000 as "rereadMs",
        extract(epoch from kept_until - now())::float8 * 1000 as "keptMs"
      from finds where org_id = ${orgId} order by key`.execute(database)
    return rows
  }
  const makeDue = (leftMs = 5 * dayMs) =>
    sql`update finds set reread_at = now(), kept_until = now() + make_interval(secs => ${leftMs / 1000}),
          claimed_until = null
        where org_id = ${orgId} and reread_at is not null`.execute(database)
  const reread = () => rereadFinds(services, { signal, onAsked: () => undefined })
  const signals = async () =>
    Promise.all((await finds()).map(({ signalId }) => findSignal(database, { orgId, signalId }))).then(
      (all) => all.flatMap((one) => one ?? []),
    )
  const ledger = async () => {
    const { rows } = await sql<{ body: string }>`
      select convert_from(r.body, 'UTF8') as body from requests r join sources s using (source_id)
      where s.org_id = ${orgId} order by r.request_id`.execute(database)
    return rows.map(({ body }) => body)
  }
  await runListener(services, { ...listener, dry: false })
  while ((await deliver()) !== undefined);
  stand.requests.length = 0
  return { stand, orgId, services, intake, deliver, finds, makeDue, reread, signals, ledger }
}

test('a find of YouTube has to be read again after 24 days and may be kept for 30', async ({
  database,
  pool,
  onTestFinished,
}) => {
  const { finds, reread } = await stage({ database, pool, onTestFinished }, [video(1)])
  const [find] = await finds()
  expect(find).toMatchObject({ state: 'delivered' })
  expect(Math.round((find?.rereadMs ?? 0) / dayMs)).toBe(24)
  expect(Math.round((find?.keptMs ?? 0) / dayMs)).toBe(30)
  expect(await reread()).toBeUndefined()
})

test('what did not change is kept for another 30 days, and nothing is sent', async ({
  database,
  pool,
  onTestFinished,
}) => {
  const staged = await stage({ database, pool, onTestFinished }, [video(1), video(2), comment(3)])
  const { stand, intake, finds, makeDue, reread, deliver } = staged
  expect(await finds()).toHaveLength(3)
  await makeDue()
  expect(await reread()).toMatchObject({ counts: { unchanged: 3, gone: 0, changed: 0 }, error: null })
  for (const { keptMs } of await finds()) expect(Math.round((keptMs ?? 0) / dayMs)).toBe(30)
  expect(stand.requests.map(({ path }) => /v3\/(\w+)/.exec(path)?.[1])).toEqual(['videos', 'comments'])
  expect(await deliver()).toBeUndefined()
  expect(intake.state.types).toEqual(['signal.created', 'signal.created', 'signal.created'])
})

test('what changed updates its signal, which keeps its score and quotes nothing that is gone', async ({
  database,
  pool,
  onTestFinished,
}) => {
  const staged = await stage({ database, pool, onTestFinished }, [video(1)])
  const { stand, orgId, intake, finds, makeDue, reread, deliver, signals } = staged
  const [before] = await signals()
  expect(before?.rationale).toContain('“')
  const text = 'Solved: this CRM works.'
  stand.posts.splice(0, 1, video(1, { title: 'Solved', text }))
  await makeDue()
  expect(await reread()).toMatchObject({ counts: { changed: 1 } })
  expect((await finds())[0]?.text).not.toContain('friday')
  intake.state.answerLost = true
  expect(await deliver()).toMatchObject({ counts: { waiting: 1 } })
  intake.state.answerLost = false
  expect(await deliver()).toMatchObject({ counts: { delivered: 1 } })
  expect(await deliver()).toBeUndefined()
  expect(intake.state).toMatchObject({ conflicts: [], types: ['signal.created', 'signal.updated'] })
  const [after] = await signals()
  expect(after).toMatchObject({
    ...{ title: 'Solved', excerpt: text, matchedKeywords: ['crm'] },
    rationale: 'The post was edited after it was judged.',
    ...{ relevanceScore: before?.relevanceScore, classification: before?.classification },
  })
  expect(after).not.toHaveProperty('titleKey')
  expect(await finds()).toMatchObject([{ state: 'delivered', event: null }])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from signals where org_id = ${orgId}`.execute(database)
  expect(rows).toEqual([{ count: 1 }])
})

test('what is gone is deleted: its signal, its find and its text in the ledger', async ({
  database,
  pool,
  onTestFinished,
}) => {
  const comments = [3, 4, 5].map((id) => comment(id))
  const staged = await stage({ database, pool, onTestFinished }, [video(1), video(2), ...comments])
  const { stand, intake, finds, makeDue, reread, deliver, signals, ledger } = staged
  expect(await signals()).toHaveLength(5)
  stand.posts.splice(1, 3)
  await makeDue()
  expect(await reread()).toMatchObject({ counts: { unchanged: 2, gone: 3 } })
  const gone = (await finds()).filter(({ state }) => state === 'erased')
  expect(gone.map(({ key }) => key)).toEqual([
    `youtube.com/watch?lc=${youtubeCommentId(3)}&v=${youtubeVideoId(1)}`,
    `youtube.com/watch?lc=${youtubeCommentId(4)}&v=${youtubeVideoId(1)}`,
    `youtube.com/watch?v=${youtubeVideoId(2)}`,
  ])
  expect(gone.every(({ text, event }) => text === '' && event !== null && !event.includes('CRM'))).toBe(true)
  // Nothing of the ledger is erased while the signal is still there.
  await makeDue()
  expect(await reread()).toMatchObject({ counts: { unchanged: 2 } })
  expect((await ledger()).join('')).toContain('team 2')
  while ((await deliver()) !== undefined);
  expect(intake.state.types.slice(5)).toEqual(['signal.deleted', 'signal.deleted', 'signal.deleted'])
  expect((await signals()).map(({ title }) => title).sort()).toEqual([
    'Recommend a CRM for team 1?',
    expect.stringContaining('Team 5: We are looking'),
  ])
  await makeDue()
  expect(await reread()).toMatchObject({ counts: { unchanged: 2, blanked: 3 } })
  const bodies = (await ledger()).join('')
  expect(bodies).not.toContain('team 2')
  expect(bodies).toContain('team 1')
  expect((await finds()).filter(({ state }) => state === 'erased')).toMatchObject(
    gone.map(() => ({ rereadMs: null, keptMs: null, event: null })),
  )
})

test('nothing of the ledger is erased before the deletion is applied', async ({
  database,
  pool,
  onTestFinished,
}) => {
  const staged = await stage({ database, pool, onTestFinished }, [video(1)])
  const { stand, intake, makeDue, reread, deliver, ledger, finds } = staged
  stand.posts.splice(0)
  await makeDue()
  await reread()
  intake.state.isBehind = true
  expect(await deliver()).toMatchObject({ counts: { delivered: 1 } })
  await makeDue()
  expect(await reread()).toMatchObject({ counts: { postponed: 1 } })
  expect((await ledger()).join('')).toContain('team 1')
  await intake.catchUp()
  await makeDue()
  expect(await reread()).toMatchObject({ counts: { blanked: 1 } })
  expect((await ledger()).join('')).not.toContain('team 1')
  expect(await finds()).toMatchObject([{ state: 'erased', rereadMs: null }])
})

test('one comment of several that is gone does not hide the others', async ({
  database,
  pool,
  onTestFinished,
}) => {
  const comments = [3, 4, 5].map((id) => comment(id))
  const { stand, makeDue, reread } = await stage({ database, pool, onTestFinished }, [video(1), ...comments])
  stand.posts.splice(3, 1)
  const body = JSON.stringify({ error: { errors: [{ reason: 'commentNotFound' }] } })
  // As a platform that fails a request for many because of one.
  stand.beforeAnswer(({ path }) => {
    if (path.includes('/videos')) stand.troubles.plan({ status: 404, body }, { times: 1 })
  })
  await makeDue()
  expect(await reread()).toMatchObject({ counts: { unchanged: 3, gone: 1 } })
})

test('a fault postpones, and at the end of its time a find is erased without having been read again', async ({
  database,
  pool,
  onTestFinished,
}) => {
  const staged = await stage({ database, pool, onTestFinished }, [video(1)])
  const { stand, intake, finds, makeDue, reread, deliver, signals } = staged
  stand.troubles.plan({ status: 500 }, { times: 2 })
  await makeDue(3 * dayMs)
  expect(await reread()).toMatchObject({ counts: { postponed: 1 }, error: expect.stringContaining('500') })
  const [postponed] = await finds()
  expect(postponed?.state).toBe('delivered')
  expect(Math.round((postponed?.rereadMs ?? 0) / minuteMs)).toBe(60)
  await makeDue(hourMs)
  expect(await reread()).toMatchObject({ counts: { gone: 1 } })
  expect(await finds()).toMatchObject([
    { state: 'erased', text: '', reason: expect.stringContaining('It could not be read again in time') },
  ])
  await deliver()
  expect(intake.state.types).toEqual(['signal.created', 'signal.deleted'])
  expect(await signals()).toEqual([])
})

test('what is shown in another form is not taken for gone: it is postponed, and read once it can be', async ({
  database,
  pool,
  onTestFinished,
}) => {
  const staged = await stage({ database, pool, onTestFinished }, [video(1), video(2), video(3)])
  const { stand, intake, finds, makeDue, reread, deliver } = staged
  stand.posts.splice(0, 2, video(1, { raw: { title: { text: 'Recommend a CRM?' } } }))
  await makeDue()
  const error = expect.stringContaining('cannot be read')
  expect(await reread()).toMatchObject({ counts: { postponed: 1, gone: 1, unchanged: 1 }, error })
  await deliver()
  expect(intake.state.types.filter((type) => type === 'signal.deleted')).toHaveLength(1)
  stand.posts.splice(0, 1, video(1))
  await makeDue()
  expect(await reread()).toMatchObject({ counts: { unchanged: 2, postponed: 0 }, error: null })
  expect((await finds()).map(({ state }) => state).toSorted()).toEqual(['delivered', 'delivered', 'erased'])
})

test('nothing is asked without a connection or past the budget, and nothing is taken for gone', async ({
  database,
  pool,
  onTestFinished,
}) => {
  const staged = await stage({ database, pool, onTestFinished }, [video(1)])
  const { stand, orgId, finds, makeDue, reread } = staged
  await sql`update connections set budget = '{"most": 1, "windowMs": 86400000}' where org_id = ${orgId}`.execute(
    database,
  )
  await makeDue()
  expect(await reread()).toMatchObject({ counts: { unchanged: 1 } })
  await makeDue()
  expect(await reread()).toMatchObject({ counts: { postponed: 1 }, error: expect.stringContaining('budget') })
  await sql`delete from connections where org_id = ${orgId}`.execute(database)
  await makeDue()
  expect(await reread()).toMatchObject({
    counts: { postponed: 1 },
    error: expect.stringContaining('API key'),
  })
  expect(stand.requests).toHaveLength(1)
  expect(await finds()).toMatchObject([{ state: 'delivered' }])
})

test('a claim whose process died is taken over, and two processes never reread the same find', async ({
  database,
  pool,
  onTestFinished,
}) => {
  const posts = Array.from({ length: 120 }, (_, id) => video(id + 1))
  const staged = await stage({ database, pool, onTestFinished }, posts)
  const { stand, intake, makeDue, reread, deliver } = staged
  stand.posts.splice(0, 60)
  await makeDue()
  const lost = await claimRereads(database, { limit: 100, claimMs: minuteMs })
  expect(lost?.finds).toHaveLength(100)
  await makeDue()
  const reports = await Promise.all([reread(), reread(), reread()])
  const counts = reports.flatMap((report) => report?.counts ?? [])
  expect(counts.reduce((sum, { gone }) => sum + gone, 0)).toBe(60)
  expect(counts.reduce((sum, { unchanged }) => sum + unchanged, 0)).toBe(60)
  while ((await deliver()) !== undefined);
  expect(intake.state.conflicts).toEqual([])
  expect(intake.state.types.filter((type) => type === 'signal.deleted')).toHaveLength(60)
})

test('a refresh under way never brings back a signal that was deleted meanwhile', async ({
  database,
  pool,
  onTestFinished,
}) => {
  const staged = await stage({ database, pool, onTestFinished }, [video(1)])
  const { stand, orgId, finds, makeDue, reread, deliver, signals, intake } = staged
  stand.posts.splice(0, 1, video(1, { text: `${wanted} Or a week later.` }))
  await makeDue()
  await reread()
  const [find] = await finds()
  if (find === undefined) throw new Error('There is a find.')
  await deleteSignal(database, { orgId, signalId: find.signalId, nowMs: Date.now() - hourMs })
  await deliver()
  expect(intake.state.types).toEqual(['signal.created', 'signal.updated'])
  expect(await signals()).toEqual([])
  await makeDue()
  expect(await reread()).toMatchObject({ counts: { blanked: 1 } })
  expect(await finds()).toMatchObject([{ state: 'erased', text: '', rereadMs: null }])
})

test('what became no signal is blanked in time', async ({ database, pool, onTestFinished }) => {
  const aside = video(2, { title: 'Giveaway of a CRM', text: 'Write one line to win ours.' })
  const staged = await stage({ database, pool, onTestFinished }, [video(1), aside])
  const { finds, makeDue, reread } = staged
  expect(await finds()).toMatchObject([{ state: 'delivered' }, { state: 'dropped' }])
  await makeDue()
  expect(await reread()).toMatchObject({ counts: { unchanged: 1, blanked: 1 } })
  expect(await finds()).toMatchObject([
    { state: 'delivered' },
    { state: 'dropped', text: '', rereadMs: null },
  ])
})
