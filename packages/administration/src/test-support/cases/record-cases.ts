import { createId } from '@signalpost/database'
import { reserveAnalysis } from '@signalpost/database/analyses'
import { createCollection, createDeals, saveSignal, writeEvents } from '@signalpost/database/records'
import { instantOf } from '@signalpost/domain'
import type { ActCase, StoreServices } from '../act-case.ts'

const missing = { orgId: 'org_x', signalId: 'sig_missing' }
/** Text of a signal and of a note, which the audit log must not hold. */
export const privateText = 'Ann is looking for a new supplier'

/** The cases of acts on signals that need more than a signal. */
export const signalCases: Record<string, ActCase<StoreServices>> = {
  'signal.assign': {
    prepare: async (services, orgId) => ({ ...(await addSignal(services, orgId)), assignedTo: 'usr_1' }),
    refused: { ...missing, assignedTo: 'usr_1' },
  },
  'signal.judge': {
    prepare: async (services, orgId) => ({ ...(await addSignal(services, orgId)), verdict: 'good' }),
    refused: { ...missing, verdict: 'good' },
  },
}

/** One case for each act on records. */
export const recordCases: Record<string, ActCase<StoreServices>> = {
  'signal.save': {
    prepare: async (services, orgId) => ({
      ...(await addSignal(services, orgId)),
      ...(await addList(services, orgId)),
    }),
    refused: { ...missing, listId: 'col_missing' },
  },
  'deal.create': {
    prepare: async (_services, orgId) => ({ orgId, deals: [{ name: 'Five seats', stage: 'new' }] }),
    refused: { orgId: 'org_x', deals: [] },
  },
  'deal.update': {
    prepare: async (services, orgId) => ({ orgId, ...(await addDeal(services, orgId)), stage: 'won' }),
    refused: { orgId: 'org_x', dealId: 'deal_missing', stage: 'won' },
  },
  'deal.change': {
    prepare: async (services, orgId) => ({ orgId, ...(await addDeal(services, orgId)), stage: 'won' }),
    refused: { orgId: 'org_x', dealId: 'deal_missing' },
  },
  'signal.remove': {
    prepare: async (services, orgId) => {
      const { signalId } = await addSignal(services, orgId)
      const { listId } = await addList(services, orgId)
      const saved = { orgId, signalId, collectionId: listId, nowMs: Date.now() }
      await services.database.transaction().execute((transaction) => saveSignal(transaction, saved))
      return { orgId, signalId, listId }
    },
    refused: { ...missing, listId: 'col_missing' },
  },
  'note.create': {
    prepare: async (services, orgId) => {
      const { signalId } = await addSignal(services, orgId)
      return { orgId, target: { type: 'signal', id: signalId }, body: privateText }
    },
    refused: { orgId: 'org_x', target: { type: 'signal', id: 'sig_missing' }, body: 'A note' },
  },
  'website.analyse': {
    prepare: async ({ database }, orgId) => {
      const reservation = await reserveAnalysis(database, { orgId, leaseMs: 60_000 })
      const analysisId = reservation.isReserved ? reservation.analysisId : 'none'
      return { orgId, analysisId, host: 'acme.example' }
    },
    refused: { orgId: 'org_x', analysisId: 'ana_missing', host: 'acme.example' },
  },
}

export async function addSignal(
  { database }: Pick<StoreServices, 'database'>,
  orgId: string,
  members: { accountKey?: string } = {},
): Promise<{ orgId: string; signalId: string }> {
  const signalId = createId('sig_')
  const nowMs = Date.now()
  const at = instantOf(nowMs)
  const signal = {
    ...{ id: signalId, orgId, listenerId: 'lsn_1', source: 'reddit', url: 'https://example.com/' },
    ...{ title: privateText, excerpt: privateText, postedAt: at, firstSeenAt: at, relevanceScore: 50 },
    ...{ classification: 'relevant', rationale: 'because', matchedKeywords: [] },
    ...members,
  }
  const event = { orgId, idPrefix: 'svc_' as const, type: 'signal.created', dataAt: () => ({ signal }) }
  await database.transaction().execute((transaction) => writeEvents(transaction, [event], { nowMs }))
  return { orgId, signalId }
}

export async function addDeal({ database }: StoreServices, orgId: string): Promise<{ dealId: string }> {
  const asked = { orgId, deals: [{ name: 'Five seats', stage: 'new' as const }], nowMs: Date.now() }
  const [outcome] = await database.transaction().execute((transaction) => createDeals(transaction, asked))
  if (outcome?.status !== 'created') throw new Error('The deal was not created.')
  return { dealId: outcome.deal.id }
}

export async function addCollection(
  { database }: Pick<StoreServices, 'database'>,
  orgId: string,
): Promise<{ collectionId: string }> {
  const collection = { orgId, name: crypto.randomUUID(), description: null, nowMs: Date.now() }
  const { id } = await database
    .transaction()
    .execute((transaction) => createCollection(transaction, collection))
  return { collectionId: id }
}

async function addList(services: StoreServices, orgId: string): Promise<{ listId: string }> {
  const { collectionId: listId } = await addCollection(services, orgId)
  return { listId }
}
