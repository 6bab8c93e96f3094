import { createConnection } from '@signalpost/database/searching'
import { dayMs, type Signal } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import { platformStandIns } from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { runListener } from './run/run-listener.ts'
import { makeDueListener, secretBox } from './test-support/make-listener.ts'

const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })
const days = 60
const postsADay = 25
const near = 'I read about a CRM today. We wonder which one a small team should use?'
const far = 'A CRM.'

afterAll(() => outgoing.close())

type Drawn = { key: string; state: string; policy: NonNullable<Signal['policy']> | null; chance: number }

test('shows below the bar as often as the chances say, and draws the same after everything but its seed was lost', async ({
  database,
  onTestFinished,
}) => {
  const stand = await platformStandIns.hackernews?.()
  if (stand === undefined) throw new Error('There is no stand-in for Hacker News.')
  onTestFinished(() => stand.close())
  const queries = [{ source: 'hackernews' as const, query: '"crm"' }]
  const listener = await makeDueListener(database, { queries, boards: [] })
  const { orgId } = listener
  const place = { orgId, platform: 'hackernews' as const, baseUrl: stand.url }
  await createConnection(database, secretBox, { ...place, budget: null, secrets: {} })
  await sql`update listener_schedules set seed = 'a seed' where org_id = ${orgId}`.execute(database)
  const startMs = Date.parse(new Date().toISOString().slice(0, 10)) + dayMs / 2

  const search = async (): Promise<Drawn[]> => {
    for (let day = 0; day < days; day += 1) {
      const nowMs = startMs + day * dayMs
      for (let at = 0; at < postsADay; at += 1) {
        const id = day * postsADay + at
        const text = at % 5 === 0 ? far : near
        stand.posts.push({
          id,
          title: `Post ${id}`,
          text,
          author: `author${id}`,
          publishedAtMs: nowMs - 60_000,
        })
      }
      await runListener({ database, secretBox, outgoing, nowMs: () => nowMs }, { ...listener, dry: false })
      stand.posts.length = 0
    }
    const { rows } = await sql<Drawn>`
      select dedupe_key as key, state, event::jsonb -> 'data' -> 'signal' -> 'policy' as policy,
        (features ->> 'propensity')::float8 as chance
      from finds where org_id = ${orgId} order by key`.execute(database)
    return rows
  }

  const drawn = await search()
  expect(drawn).toHaveLength(days * postsADay)
  const explored = drawn.filter(({ state }) => state === 'waiting')
  expect(explored.filter(({ policy, chance }) => !policy?.explored || policy.propensity !== chance)).toEqual(
    [],
  )
  for (const isNear of [true, false]) {
    const most = isNear ? 0.05 : 0.01
    // A chance only falls during a day, and that of the near ones never so far.
    const some = drawn.filter(({ chance }) => chance > 0.01 === isNear)
    expect(Math.max(...some.map(({ chance }) => chance))).toBeCloseTo(most, 3)
    const expected = some.reduce((sum, { chance }) => sum + chance, 0)
    const variance = some.reduce((sum, { chance }) => sum + chance * (1 - chance), 0)
    const shown = some.filter(({ state }) => state === 'waiting').length
    expect(Math.abs(shown - expected)).toBeLessThan(3 * Math.sqrt(variance))
    expect(shown).toBeGreaterThan(0)
  }

  await sql`delete from finds where org_id = ${orgId}`.execute(database)
  await sql`update listener_schedules set history = null where org_id = ${orgId}`.execute(database)
  await sql`update searches set cursor = null where org_id = ${orgId}`.execute(database)
  expect(await search()).toEqual(drawn)
}, 120_000)
