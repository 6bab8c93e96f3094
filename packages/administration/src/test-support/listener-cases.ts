import { createConnection, saveWeights } from '@signalpost/database/searching'
import { freezeWeightsAct } from '../listener/change-weights.ts'
import { createListenerAct } from '../listener/create-listener.ts'
import { pauseListenerAct } from '../listener/pause-listener.ts'
import { performAct } from '../perform-act.ts'
import type { ActCase, CaseServices } from './act-case.ts'
import { admin } from './callers.ts'

const plan = {
  ...{ mode: 'market' as const, objective: 'find_customers', keywords: ['crm'], exclusions: ['hiring'] },
  queries: [{ source: 'hackernews' as const, query: '"crm"' }],
  profile: { targetRoles: ['Head of Sales'] },
}
const schedule = { everyMinutes: 60 }
const missing = { orgId: 'org_x', listenerId: 'lsn_missing' }

/** One case for each act on listeners that search, and on connections. */
export const listenerCases: Record<string, ActCase> = {
  'listener.create': {
    prepare: async (_services, orgId) => ({ orgId, name: 'Listener', plan, schedule }),
    refused: { orgId: 'org_x', name: 'Listener', plan: { ...plan, queries: [] }, schedule },
  },
  'listener.edit': {
    prepare: async (services, orgId) => ({ ...(await addListener(services, orgId)), name: 'Renamed' }),
    refused: { ...missing, name: 'Renamed' },
  },
  'listener.pause': { prepare: addListener, refused: missing },
  'listener.resume': {
    prepare: async (services, orgId) => {
      const input = await addListener(services, orgId)
      await performAct(services, { caller: admin, act: pauseListenerAct, input })
      return input
    },
    refused: missing,
  },
  'listener.run': {
    prepare: async (services, orgId) => {
      // Nothing listens there, so every search fails at once.
      await addConnection(services, orgId, 'http://127.0.0.1:1')
      return addListener(services, orgId)
    },
    refused: missing,
  },
  'listener.delete': { prepare: addListener, refused: missing },
  'listener.freeze_weights': { prepare: addListener, refused: missing },
  'listener.thaw_weights': {
    prepare: async (services, orgId) => {
      const input = await addListener(services, orgId)
      await performAct(services, { caller: admin, act: freezeWeightsAct, input })
      return input
    },
    refused: missing,
  },
  'listener.reset_weights': {
    prepare: async (services, orgId) => {
      const input = await addListener(services, orgId)
      await saveWeights(services.database, { ...input, weights: {}, verdicts: 12 })
      return input
    },
    refused: missing,
  },
}

async function addConnection(
  { database, secretBox }: CaseServices,
  orgId: string,
  baseUrl: string | null = null,
) {
  const connection = { orgId, platform: 'hackernews', baseUrl, budget: null, secrets: {} }
  const { connectionId } = await createConnection(database, secretBox, connection)
  return { connectionId }
}

async function addListener(services: CaseServices, orgId: string) {
  const input = { orgId, name: 'Listener', plan, schedule }
  const { listener } = await performAct(services, { caller: admin, act: createListenerAct, input })
  return { orgId, listenerId: listener.id }
}
