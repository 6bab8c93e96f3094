import { text } from 'node:stream/consumers'
import * as records from '../../records/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { refusal } from '../refusal.ts'
import {
  contributionsOf,
  dealEvent,
  dealId,
  ours,
  signalId,
  theirs,
  theirText,
  viewOf,
} from '../same-records.ts'

export const recordsCases: DoorCases = {
  door: records,
  queriesOf: ({ inTransaction, database, pool, idsOf }) => ({
    findSignal: () => records.findSignal(database, { orgId: ours, signalId }),
    createSignalReader: async () => {
      const read = records.createSignalReader(pool)
      const [, found] = await Promise.all([theirs, ours].map((orgId) => read({ orgId, signalId })))
      return found
    },
    listAccounts: () =>
      records.listAccounts(database, {
        orgId: ours,
        filters: { assignedTo: 'usr_same', region: 'Same' },
        limit: 100,
      }),
    walkAccounts: () => records.walkAccounts(database, { orgId: ours, words: '', filters: {}, limit: 100 }),
    findAccount: () => records.findAccount(database, { orgId: ours, accountKey: 'n:same' }),
    listAccountSignals: () =>
      records.listAccountSignals(database, { orgId: ours, accountKey: 'n:same', limit: 100 }),
    findListener: () => records.findListener(database, { orgId: ours, listenerId: 'lsn_same' }),
    readListenerYields: async () => [
      ...(await records.readListenerYields(database, { orgId: ours, listenerIds: ['lsn_same'] })),
    ],
    listListeners: () => records.listListeners(database, { orgId: ours, limit: 100 }),
    listDeals: () => records.listDeals(database, { orgId: ours, limit: 100 }),
    walkDeals: () => records.walkDeals(database, { orgId: ours, filters: { open: true }, limit: 100 }),
    findStillDeals: () =>
      records.findStillDeals(database, {
        orgId: ours,
        changedBefore: '9999-01-01T00:00:00.000Z',
        limit: 100,
      }),
    countDeals: () => records.countDeals(database, { orgId: ours, stages: ['new', 'won'] }),
    countSignals: () =>
      records.countSignals(database, { orgId: ours, filters: {}, by: 'account', mostGroups: 50 }),
    findDeal: () => records.findDeal(database, { orgId: ours, dealId }),
    listDealEvents: () => records.listDealEvents(database, { orgId: ours, dealId, limit: 100 }),
    sumDeals: () => records.sumDeals(database, { orgId: ours, stages: ['new', 'won'], limit: 100 }),
    findSignalsOf: () => records.findSignalsOf(database, { orgId: ours, signalIds: [signalId] }),
    findAttention: () => records.findAttention(database, { orgId: ours, nowMs: Date.now(), limit: 100 }),
    countViews: () => records.countViews(database, { orgId: ours, personId: 'usr_same', nowMs: Date.now() }),
    createSavedView: () =>
      inTransaction((transaction) => records.createSavedView(transaction, viewOf(ours, 'other'))),
    listSavedViews: () => records.listSavedViews(database, { orgId: ours, of: viewOf(ours, '').createdBy }),
    deleteSavedView: () =>
      inTransaction(async (transaction) => {
        const { viewId } = idsOf(theirs)
        return refusal(
          records.deleteSavedView(transaction, { viewId, orgId: ours, of: viewOf(ours, '').createdBy }),
        )
      }),
    listSignals: () => records.listSignals(database, { orgId: ours, filters: {}, limit: 100 }),
    exportDeals: async () => text(await records.exportDeals(pool, { orgId: ours })),
    findRegisters: () => records.findRegisters(database, { orgId: ours, signalId }),
    findAcknowledgers: async () => [
      ...(await records.findAcknowledgers(database, { orgId: ours, signalIds: [signalId] })),
    ],
    isSignalKnown: () => records.isSignalKnown(database, { orgId: ours, signalId }),
    summariseStore: () => records.summariseStore(database, ours),
    mergeContributions: () =>
      inTransaction((transaction) =>
        records.mergeContributions(transaction, contributionsOf(ours, 'Another title', 'evt_2'), {
          nowMs: Date.now(),
        }),
      ),
    assignSignal: () =>
      inTransaction((transaction) =>
        records.assignSignal(transaction, {
          orgId: ours,
          signalId,
          userId: 'usr_1',
          by: 'usr_2',
          nowMs: Date.now(),
        }),
      ),
    judgeSignal: () =>
      inTransaction((transaction) =>
        records.judgeSignal(transaction, {
          orgId: ours,
          signalId,
          verdict: 'bad',
          by: 'usr_1',
          nowMs: Date.now(),
        }),
      ),
    acknowledgeSignal: () =>
      inTransaction((transaction) =>
        records.acknowledgeSignal(transaction, { orgId: ours, signalId, by: 'usr_1', nowMs: Date.now() }),
      ),
    markSignalRead: () =>
      inTransaction((transaction) =>
        records.markSignalRead(transaction, { orgId: ours, signalId, by: 'usr_1', nowMs: Date.now() }),
      ),
    updateDeal: () =>
      inTransaction((transaction) =>
        records.updateDeal(transaction, {
          orgId: ours,
          dealId,
          changes: { stage: 'won' },
          nowMs: Date.now(),
        }),
      ),
    createDeals: () =>
      inTransaction((transaction) =>
        records.createDeals(transaction, {
          orgId: ours,
          deals: [
            { name: 'deal', stage: 'new', externalId: theirText },
            { name: 'deal', stage: 'new', signalId },
          ],
          nowMs: Date.now(),
        }),
      ).then((outcomes) => outcomes.map((outcome) => outcome.status)),
    createCollection: () =>
      inTransaction((transaction) =>
        records.createCollection(transaction, { orgId: ours, name: theirText, description: null, nowMs: 0 }),
      ).then(({ id }) => id),
    listCollections: () => records.listCollections(database, ours).then((list) => list.map(({ id }) => id)),
    findCollections: () =>
      records
        .findCollections(database, { orgId: ours, words: '', limit: 100 })
        .then((list) => list.map(({ id }) => id)),
    findCollectionByName: () =>
      records
        .findCollectionByName(database, { orgId: ours, name: theirText })
        .then((list) => list?.id ?? null),
    findCollection: async ({ collectionId }) => [
      await records.findCollection(database, { orgId: ours, collectionId }),
      await records.findCollection(database, { orgId: ours, collectionId: idsOf(theirs).collectionId }),
    ],
    listCollectionsOfSignal: () =>
      records
        .listCollectionsOfSignal(database, { orgId: ours, signalId, limit: 100 })
        .then((list) => list.map(({ name }) => name)),
    renameCollection: async ({ collectionId }) =>
      inTransaction(async (transaction) => [
        await records.renameCollection(transaction, { orgId: ours, collectionId, name: 'renamed' }),
        await records.renameCollection(transaction, {
          ...{ orgId: ours, name: 'taken' },
          collectionId: idsOf(theirs).collectionId,
        }),
      ]),
    saveSignal: async ({ collectionId }) =>
      inTransaction(async (transaction) => {
        const save = { orgId: ours, signalId, nowMs: Date.now() }
        return [
          await records.saveSignal(transaction, { ...save, collectionId }),
          await records.saveSignal(transaction, { ...save, collectionId: idsOf(theirs).collectionId }),
        ]
      }),
    listSavedSignals: async ({ collectionId }) => [
      await records.listSavedSignals(database, { orgId: ours, collectionId, limit: 100 }),
      await records.listSavedSignals(database, {
        ...{ orgId: ours, collectionId: idsOf(theirs).collectionId, limit: 100 },
      }),
    ],
    createNote: () =>
      inTransaction((transaction) =>
        records.createNote(transaction, {
          orgId: ours,
          target: { type: 'signal', id: signalId },
          body: 'a note',
          createdBy: 'usr_1',
          nowMs: Date.now(),
        }),
      ),
    listNotesOn: () =>
      records.listNotesOn(database, { orgId: ours, target: { type: 'signal', id: signalId }, limit: 100 }),
    listNotes: () => records.listNotes(database, ours),
    writeEvents: () =>
      inTransaction((transaction) =>
        records.writeEvents(transaction, [dealEvent(ours, 'Another name')], { nowMs: Date.now() }),
      ),
    deleteSignal: () => records.deleteSignal(database, { orgId: ours, signalId, nowMs: Date.now() }),
    // Last: nothing can be read from a list that is gone.
    removeSavedSignal: async ({ collectionId }) =>
      inTransaction(async (transaction) => [
        await records.removeSavedSignal(transaction, { orgId: ours, signalId, collectionId }),
        await records.removeSavedSignal(transaction, {
          ...{ orgId: ours, signalId },
          collectionId: idsOf(theirs).collectionId,
        }),
      ]),
    deleteCollection: async ({ collectionId }) =>
      inTransaction(async (transaction) => [
        await records.deleteCollection(transaction, { orgId: ours, collectionId }),
        await records.deleteCollection(transaction, {
          orgId: ours,
          collectionId: idsOf(theirs).collectionId,
        }),
      ]),
  }),
  others: {
    countStatuses: 'by ids that were found for a workspace',
  },
}
