import { createId } from '@signalpost/database'
import {
  createConnection,
  createSchedule,
  deleteConnection,
  keepFinds,
  leaseListener,
  listConnections,
  saveWeights,
  setSchedulePaused,
  setWeightsFrozen,
} from '@signalpost/database/searching'
import { dayMs, minuteMs } from '@signalpost/domain'
import { ensureSearcherSource } from '../../listener/searcher-source.ts'
import { writeListener } from '../../listener/write-listener.ts'
import type { ActCase, StoreServices } from '../act-case.ts'
import { addSignal } from './record-cases.ts'

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
  'listener.run': {
    prepare: async (services, orgId) => {
      await addConnection(services, orgId)
      return addListener(services, orgId)
    },
    refused: missing,
  },
  'signal.explain': {
    prepare: async (services, orgId) => addFind(services, await addListener(services, orgId)),
    refused: { orgId: 'org_x', signalId: 'sig_missing' },
  },
  'listener.try': {
    prepare: async (services, orgId) => {
      await addConnection(services, orgId)
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

/** Leads a platform to an address where nothing listens, so that every search fails at once. */
async function addConnection({ database, secretBox }: StoreServices, orgId: string): Promise<void> {
  for (const { connectionId, platform } of await listConnections(database, orgId)) {
    if (platform === 'hackernews') await deleteConnection(database, { connectionId, orgId })
  }
  const connection = {
    orgId,
    platform: 'hackernews',
    baseUrl: 'http://127.0.0.1:1',
    budget: null,
    secrets: {},
  }
  await createConnection(database, secretBox, connection)
}

/** Stores what a listener kept of a signal. */
async function addFind({ database }: StoreServices, listener: { orgId: string; listenerId: string }) {
  const { signalId } = await addSignal({ database }, listener.orgId)
  const lease = await leaseListener(database, { ...listener, leaseMs: minuteMs })
  const components = [
    { name: 'fit', points: 20, cap: 20, reasons: [{ text: 'names a keyword', points: 20 }] },
  ]
  const find = {
    ...{ dedupeKey: signalId, platform: 'hackernews', signalId, titleKey: null, simhash: null },
    ...{ firstSeenAt: new Date(), reason: null, score: 20, components, features: null, delivery: null },
    ...{ retention: null, state: 'held_out' as const },
  }
  const page = { token: lease?.token ?? '', searchId: 'none', cursor: null, history: null }
  await keepFinds(database, { ...listener, ...page, finds: [find] })
  return { orgId: listener.orgId, signalId }
}
