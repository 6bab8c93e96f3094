import { createId } from '@signalpost/database'
import {
  createConnection,
  createSchedule,
  saveWeights,
  setSchedulePaused,
  setWeightsFrozen,
} from '@signalpost/database/searching'
import { dayMs } from '@signalpost/domain'
import { ensureSearcherSource } from '../../listener/searcher-source.ts'
import { writeListener } from '../../listener/write-listener.ts'
import type { ActCase, CaseServices, StoreServices } from '../act-case.ts'

const plan = {
  ...{ mode: 'market' as const, objective: 'find_customers', keywords: ['crm'], exclusions: ['hiring'] },
  queries: [{ source: 'hackernews' as const, query: '"crm"' }],
  profile: { targetRoles: ['Head of Sales'] },
}
const schedule = { everyMinutes: 60, timezone: 'UTC' }
const missing = { orgId: 'org_x', listenerId: 'lsn_missing' }

/** The cases of operations on listeners that need more than a listener and their example. */
export const listenerCases: Record<string, ActCase<StoreServices>> = {
  'listener.create': {
    prepare: async (_services, orgId) => ({ orgId, name: 'Listener', plan, schedule }),
    refused: { orgId: 'org_x', name: 'Listener', plan: { ...plan, queries: [] }, schedule },
  },
  'listener.resume': {
    prepare: async (services, orgId) => {
      const listener = await addListener(services, orgId)
      await services.database
        .transaction()
        .execute((transaction) => setSchedulePaused(transaction, { ...listener, isPaused: true }))
      return listener
    },
    refused: missing,
  },
  'listener.thaw_weights': {
    prepare: async (services, orgId) => {
      const listener = await addListener(services, orgId)
      await services.database
        .transaction()
        .execute((transaction) => setWeightsFrozen(transaction, { ...listener, isFrozen: true }))
      return listener
    },
    refused: missing,
  },
  'listener.reset_weights': {
    prepare: async (services, orgId) => {
      const listener = await addListener(services, orgId)
      await saveWeights(services.database, { ...listener, weights: {}, verdicts: 12 })
      return listener
    },
    refused: missing,
  },
}

/** The case of the act that searches. */
export const searchCases: Record<string, ActCase> = {
  'listener.run': {
    prepare: async (services, orgId) => {
      // Nothing listens there, so every search fails at once.
      await addConnection(services, orgId, 'http://127.0.0.1:1')
      return addListener(services, orgId)
    },
    refused: missing,
  },
}

/** Stores a listener that searches. */
export async function addListener(services: StoreServices, orgId: string) {
  const reference = { orgId, listenerId: createId('lsn_') }
  await services.database.transaction().execute(async (transaction) => {
    const sourceId = await ensureSearcherSource(transaction, services, orgId)
    const settings = { boards: [], backfillMs: dayMs }
    await createSchedule(transaction, { ...reference, sourceId, settings })
    await writeListener(transaction, {
      ...{ ...reference, type: 'listener.created', nowMs: services.nowMs() },
      document: { name: 'Listener', ...plan, schedule, sensitivity: 'balanced' },
    })
  })
  return reference
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
