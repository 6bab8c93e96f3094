import { createConnection } from '@signalpost/database/searching'
import { minuteMs } from '@signalpost/domain'
import { platformStandIns } from '@signalpost/testing/platforms'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { performAct } from '../../perform-act.ts'
import { admin } from '../../test-support/callers.ts'
import { openServices } from '../../test-support/open-services.ts'
import { createWorkspaceAct } from '../../workspace/index.ts'
import { createListenerAct } from '../create-listener.ts'
import { readWeights } from '../read-weights.ts'
import { tryListenerRead } from '../run/run-listener.ts'
import { rankTrialRead } from './rank-trial.ts'

const orgId = 'org_ranked'
const posts = ['kanban', 'rota', 'kanban', 'rota'].map((word, at) => ({
  id: at + 1,
  title: `Can anyone recommend a ${word} tool, number ${at}?`,
  text: `We are looking for a ${word} tool for shop number ${at}.`,
  publishedAtMs: Date.now() - minuteMs,
}))
const queries = ['kanban', 'rota'].map((query) => ({ source: 'hackernews' as const, query }))

test('verdicts on a dry run rank its posts at once, and nothing is stored', async ({ onTestFinished }) => {
  const { services, close } = await openServices()
  onTestFinished(close)
  const stand = await platformStandIns.hackernews?.(posts)
  if (stand === undefined) throw new Error('There is no stand-in for Hacker News.')
  onTestFinished(() => stand.close())
  const workspace = {
    ...{ orgId, name: 'Ranked', plan: 'standard' },
    ...{ accountIntelligence: false, analysisAllowance: 0 },
  }
  await performAct(services, { caller: admin, act: createWorkspaceAct, input: workspace })
  const { database, secretBox } = services
  const place = { orgId, platform: 'hackernews' as const, baseUrl: stand.url }
  await createConnection(database, secretBox, { ...place, budget: null, secrets: {} })
  const plan = {
    ...{ mode: 'market' as const, objective: 'find_customers', keywords: ['kanban', 'rota'], exclusions: [] },
    ...{ queries, profile: { targetRoles: [] } },
  }
  const input = { orgId, name: 'Shifts', plan, schedule: { everyMinutes: 60 }, isPaused: true }
  const { listener } = await performAct(services, { caller: admin, act: createListenerAct, input })
  const reference = { orgId, listenerId: listener.id }
  const { items } = await tryListenerRead.perform(services, { caller: admin, input: reference })
  const rank = (verdicts: Record<string, 'good' | 'bad'>) =>
    rankTrialRead.answer(services, {
      caller: admin,
      input: {
        ...reference,
        items: items.map(({ title, features }) => ({ id: title, features, verdict: verdicts[title] })),
      },
    })
  const wordsOf = async (verdicts: Record<string, 'good' | 'bad'>) =>
    (await rank(verdicts)).items.map(({ id }) => (id.includes('rota') ? 'rota' : 'kanban'))

  expect(items.map(({ features, relevanceScore }) => [features?.bar, relevanceScore])).toEqual(
    items.map(({ relevanceScore }) => [45, relevanceScore]),
  )
  const [kanban = '', rota = ''] = posts.map(({ title }) => title)
  expect(await wordsOf({ [kanban]: 'bad' })).toEqual(['rota', 'rota', 'kanban', 'kanban'])
  expect(await wordsOf({ [rota]: 'bad' })).toEqual(['kanban', 'kanban', 'rota', 'rota'])
  expect(await rank({ [kanban]: 'bad' })).toMatchObject({
    ...{ isLearned: false },
    keywords: [{ keyword: 'kanban', good: 0, bad: 1, alone: 1 }],
  })
  expect(await readWeights(services, reference)).toMatchObject({ verdicts: 0, keywords: [] })

  // A run made a signal of it, which has a verdict.
  const { signalId, ...features } = items.find(({ title }) => title === kanban)?.features ?? {}
  await sql`
    insert into finds (org_id, listener_id, dedupe_key, platform, source_id, signal_id, first_seen_at, state, features)
    values (${orgId}, ${listener.id}, 'one', 'hackernews', 'src_1', ${signalId}, now(), 'delivered',
      ${JSON.stringify({ ...features, propensity: 1 })}::jsonb)`.execute(database)
  await sql`
    insert into signal_registers (org_id, signal_id, state, verdict)
    values (${orgId}, ${signalId}, jsonb_build_object('feedback', jsonb_build_object('value',
      jsonb_build_object('verdict', 'bad', 'at', now()))), 'bad')`.execute(database)
  const keywordsOf = async (verdicts: Record<string, 'good' | 'bad'>) => (await rank(verdicts)).keywords
  expect(await keywordsOf({})).toMatchObject([{ keyword: 'kanban', good: 0, bad: 1 }])
  expect(await keywordsOf({ [kanban]: 'bad' })).toMatchObject([{ keyword: 'kanban', good: 0, bad: 1 }])
  expect(await keywordsOf({ [kanban]: 'good' })).toMatchObject([{ keyword: 'kanban', good: 1, bad: 0 }])
})

test('refuses features that no run has', () => {
  const item = { id: 'a', features: { points: {} } }
  const { error } = rankTrialRead.input.safeParse({ orgId, listenerId: 'lsn_a', items: [item] })
  expect(error?.issues[0]?.path).toEqual(['items', 0, 'features', 'points', 'purchaseIntent'])
})
