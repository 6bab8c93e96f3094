import { createConnectionAct } from '@signalpost/administration/connection'
import { createListenerAct } from '@signalpost/administration/listener'
import { storeListener } from '../store-listener.ts'
import { serveWebsite } from '../surroundings/serve-website.ts'
import type { RouteCases } from './route-case.ts'

const plan = {
  ...{ mode: 'market' as const, objective: 'find_customers', keywords: ['crm'], exclusions: [] },
  queries: [{ source: 'hackernews' as const, query: 'crm' }],
  profile: { targetRoles: [] },
}
const schedule = { everyMinutes: 30 }

export const listenerRoutes: RouteCases = async ({ console, orgId }) => {
  const stored = await storeListener(console.database, { orgId, id: 'lsn_one' })
  const create = async (name: string) =>
    (await console.perform(createListenerAct, { orgId, name, plan, schedule, isPaused: true })).listener.id
  // Nothing answers at its address, so nothing is asked of a platform.
  const connect = (platform: 'hackernews' | 'lever') =>
    console.perform(createConnectionAct, { orgId, platform, baseUrl: 'http://127.0.0.1:1' })
  await connect('hackernews')
  const made = { params: { orgId, id: await create('Made') } }
  const inWorkspace = { params: { orgId } }
  return {
    listListeners: inWorkspace,
    getListener: { params: { orgId, id: stored } },
    runListener: { ...made, body: {} },
    tryListener: { ...made, body: {} },
    planListener: {
      ...inWorkspace,
      body: { companyName: 'Acme', website: await serveWebsite(), objective: 'find_customers' },
    },
    listFinds: made,
    getListenerWeights: made,
    checkPlatform: { ...inWorkspace, body: { platform: 'hackernews' } },
  }
}
