import { createConnection } from '@signalpost/database/searching'
import { minuteMs } from '@signalpost/domain'
import { runListener } from '@signalpost/searching'
import { platformStandIns } from '@signalpost/testing/platforms'
import { expect, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import { createWorkspaceAct } from '../workspace/index.ts'
import { createListenerAct } from './create-listener.ts'
import { editListenerAct } from './edit-listener.ts'
import { readListener } from './read-listener.ts'

const orgId = 'org_edited'
const runs = 50

test('50 runs undo no edit that is made while they ask, and each edit is followed by a run at once', async ({
  onTestFinished,
}) => {
  const { services, close } = await openServices()
  onTestFinished(close)
  const post = {
    id: 1,
    title: 'Recommend a CRM?',
    text: 'We need a CRM.',
    publishedAtMs: Date.now() - minuteMs,
  }
  const stand = await platformStandIns.hackernews?.([post])
  if (stand === undefined) throw new Error('There is no stand-in for Hacker News.')
  onTestFinished(() => stand.close())
  const workspace = {
    ...{ orgId, name: 'Edited', plan: 'standard' },
    ...{ accountIntelligence: false, analysisAllowance: 0 },
  }
  await performAct(services, { caller: admin, act: createWorkspaceAct, input: workspace })
  const { database, secretBox, nowMs } = services
  const place = { orgId, platform: 'hackernews' as const, baseUrl: stand.url }
  await createConnection(database, secretBox, { ...place, budget: null, secrets: {} })
  const plan = {
    ...{ mode: 'market' as const, objective: 'find_customers', keywords: ['crm'], exclusions: [] },
    ...{ queries: [{ source: 'hackernews' as const, query: '"crm"' }], profile: { targetRoles: [] } },
  }
  const made = { orgId, name: 'CRM', plan, schedule: { everyMinutes: 30 } }
  const { listener } = await performAct(services, { caller: admin, act: createListenerAct, input: made })
  const reference = { orgId, listenerId: listener.id }
  const outgoing = await services.openOutgoing()
  onTestFinished(() => outgoing.close())

  for (let run = 1; run <= runs; run += 1) {
    const edit = { name: `Edit ${run}`, schedule: { everyMinutes: 30 + run }, backfillMs: run * minuteMs }
    const states: string[] = []
    const editing: typeof outgoing = {
      ...outgoing,
      request: async (request) => {
        states.push((await readListener(database, reference)).listener.scheduler.state)
        await performAct(services, { caller: admin, act: editListenerAct, input: { ...reference, ...edit } })
        return outgoing.request(request)
      },
    }
    await runListener({ database, secretBox, nowMs, outgoing: editing }, { ...reference, dry: false })
    const { listener: after, own } = await readListener(database, reference)
    expect(states).toEqual(['running'])
    expect({ name: after.name, schedule: after.schedule }).toMatchObject({
      ...{ name: edit.name, schedule: { everyMinutes: edit.schedule.everyMinutes } },
    })
    expect(own?.schedule.settings.backfillMs).toBe(edit.backfillMs)
    expect(after.scheduler).toMatchObject({ state: 'queued', lastRunAt: expect.any(String) })
  }
  await runListener({ database, secretBox, nowMs, outgoing }, { ...reference, dry: false })
  expect((await readListener(database, reference)).listener).toMatchObject({
    ...{ name: `Edit ${runs}`, scheduler: { state: 'idle' } },
  })
}, 60_000)
