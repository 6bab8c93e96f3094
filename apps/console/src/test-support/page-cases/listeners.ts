import { createListenerAct } from '@signalpost/administration/listener'
import { recordListenerCosts } from '@signalpost/database/searching'
import { stageVerdicts } from '../stage-verdicts.ts'
import { storeListener } from '../store-listener.ts'
import type { PageCase } from './page-case.ts'

export const listenerPages: PageCase = async ({ console, orgId, hostile, longWord }) => {
  const id = await storeListener(console.database, {
    ...{ orgId, id: 'lsn_hostile', name: hostile, objective: hostile },
    ...{ keywords: [hostile, longWord], exclusions: [longWord] },
    queries: [{ source: 'reddit', query: `${hostile} ${longWord}` }],
    scheduler: { state: 'failed', lastRunAt: null, nextRunAt: null, lastError: `${hostile} ${longWord}` },
  })
  const { listener } = await console.perform(createListenerAct, {
    ...{ orgId, name: hostile, schedule: { everyMinutes: 30 }, isPaused: true },
    plan: {
      ...{ mode: 'market', objective: hostile, keywords: [hostile, longWord.slice(0, 200)] },
      ...{ queries: [{ source: 'hackernews', query: hostile }], profile: { targetRoles: [hostile] } },
    },
  })
  const of = { unit: 'request', times: 3, units: 3, pages: 3 }
  await recordListenerCosts(console.database, {
    ...{ orgId, listenerId: listener.id },
    costs: [
      { kind: 'run', name: '', unit: '', times: 2, units: 0, pages: 0 },
      { kind: 'platform', name: 'hackernews', ...of },
      { kind: 'model', name: 'opinion', ...of, unit: '' },
    ],
  })
  const judged = await stageVerdicts(console, hostile)
  return [
    ['Listeners', `/w/${orgId}/listeners`],
    [hostile, `/w/${orgId}/listeners/${id}`],
    [hostile, `/w/${orgId}/listeners/${listener.id}`],
    [hostile, `/w/${orgId}/listeners/${judged.listenerId}`],
    ['Edit the listener', `/w/${orgId}/listeners/${listener.id}/edit`],
    ['New listener', `/w/${orgId}/listeners/new`],
    ['Platforms', `/w/${orgId}/listeners/platforms`],
  ]
}
