import { storeListener } from '../store-listener.ts'
import type { PageCase } from './page-case.ts'

export const listenerPages: PageCase = async ({ console, orgId, hostile, longWord }) => {
  const id = await storeListener(console.database, {
    ...{ orgId, id: 'lsn_hostile', name: hostile, objective: hostile },
    ...{ keywords: [hostile, longWord], exclusions: [longWord] },
    queries: [{ source: 'reddit', query: `${hostile} ${longWord}` }],
    scheduler: { state: 'failed', lastRunAt: null, nextRunAt: null, lastError: `${hostile} ${longWord}` },
  })
  return [
    ['Listeners', `/w/${orgId}/listeners`],
    [hostile, `/w/${orgId}/listeners/${id}`],
  ]
}
