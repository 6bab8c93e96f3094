import * as searching from '../../searching/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { refusal } from '../refusal.ts'
import { ours, signalId, theirs } from '../same-records.ts'

const listener = { orgId: ours, listenerId: 'lsn_same' }
const settings = { boards: [], backfillMs: 0 }

const runCost = { kind: 'run', name: '', unit: '', times: 1, units: 0, pages: 0 } as const

export const searchingCases: DoorCases = {
  door: searching,
  queriesOf: ({ database, secretBox, idsOf, inTransaction }) => {
    const theirConnection = () => ({ connectionId: idsOf(theirs).connectionId, orgId: ours })
    return {
      createConnection: () => {
        const connection = { orgId: ours, platform: 'lever', baseUrl: null, budget: null, secrets: {} }
        return searching.createConnection(database, secretBox, connection)
      },
      listConnections: () => searching.listConnections(database, ours),
      getConnection: async ({ connectionId }) => [
        await searching.getConnection(database, { connectionId, orgId: ours }),
        await refusal(searching.getConnection(database, theirConnection())),
      ],
      openConnection: () =>
        searching.openConnection(database, secretBox, { orgId: ours, platform: 'hackernews' }),
      setConnectionBudget: async ({ connectionId }) => [
        await searching.setConnectionBudget(database, { connectionId, orgId: ours, budget: null }),
        await refusal(searching.setConnectionBudget(database, { ...theirConnection(), budget: null })),
      ],
      deleteConnection: () => refusal(searching.deleteConnection(database, theirConnection())),
      createSchedule: () =>
        inTransaction((transaction) =>
          searching.createSchedule(transaction, {
            ...{ orgId: ours, listenerId: 'lsn_other', settings },
            sourceId: idsOf(ours).sourceId,
          }),
        ),
      countSchedulesOf: () => inTransaction((transaction) => searching.countSchedulesOf(transaction, ours)),
      listSchedules: () => searching.listSchedules(database, ours),
      findSchedule: () => searching.findSchedule(database, listener),
      findSearcherSource: () =>
        inTransaction((transaction) => searching.findSearcherSource(transaction, ours)),
      lockSchedule: () => inTransaction((transaction) => searching.lockSchedule(transaction, listener)),
      editSchedule: () =>
        inTransaction((transaction) => searching.editSchedule(transaction, { ...listener, settings })),
      setScheduleBar: () =>
        inTransaction((transaction) => searching.setScheduleBar(transaction, { ...listener, bar: 40 })),
      setSchedulePaused: () =>
        inTransaction((transaction) =>
          searching.setSchedulePaused(transaction, { ...listener, isPaused: true }),
        ),
      leaseListener: () => searching.leaseListener(database, { ...listener, leaseMs: 1 }),
      peekListener: () => searching.peekListener(database, listener),
      findLiveScheduler: () => searching.findLiveScheduler(database, listener),
      planSearches: () => searching.planSearches(database, { ...listener, searches: [] }),
      findListenerTroubles: () => searching.findListenerTroubles(database, { orgId: ours }),
      listSearches: () => searching.listSearches(database, listener),
      noteRefusal: () => searching.noteRefusal(database, { ...listener, searchId: 'same', error: 'No key.' }),
      settleSearch: () => searching.settleSearch(database, { ...listener, searchId: 'same', fault: null }),
      findKnownKeys: async () => [
        ...(await searching.findKnownKeys(database, { ...listener, keys: ['same'] })),
      ],
      findTitled: () => searching.findTitled(database, { ...listener, titleKeys: ['same'] }),
      findFindOfSignal: () => searching.findFindOfSignal(database, { orgId: ours, signalId }),
      countFinds: () => searching.countFinds(database, listener),
      listFinds: () => searching.listFinds(database, { ...listener, limit: 100 }),
      countFindsByHour: () =>
        searching.countFindsByHour(database, { ...listener, since: new Date(0), limit: 100 }),
      countScores: () => searching.countScores(database, { ...listener, limit: 100 }),
      eraseFinds: () =>
        inTransaction((transaction) => searching.eraseFinds(transaction, { orgId: ours, signalId })),
      findJudgedFinds: () => searching.findJudgedFinds(database, { ...listener, limit: 10 }),
      findWeights: () => searching.findWeights(database, listener),
      saveWeights: () => searching.saveWeights(database, { ...listener, weights: {}, verdicts: 1 }),
      setWeightsFrozen: () =>
        inTransaction((transaction) =>
          searching.setWeightsFrozen(transaction, { ...listener, isFrozen: true }),
        ),
      resetWeights: () => inTransaction((transaction) => searching.resetWeights(transaction, listener)),
      sumListenerCosts: () => searching.sumListenerCosts(database, listener),
      recordListenerCosts: () => searching.recordListenerCosts(database, { ...listener, costs: [runCost] }),
      takeModelCall: () =>
        searching.takeModelCall(database, { orgId: listener.orgId, kind: 'opinion', most: 1_000_000 }),
      deleteSchedule: () => inTransaction((transaction) => searching.deleteSchedule(transaction, listener)),
    }
  },
  others: {
    countSchedules: 'how many of the installation',
    findWorkspacesOfListener: 'the names of workspaces, for the CLI',
    leaseDueListener: 'each listener carries its workspace',
    spreadOverdueListeners: 'by time, in all workspaces',
    renewListenerLease: 'by the lease of a listener',
    markPage: 'by the lease of a listener',
    finishRun: 'by the lease of a listener',
    keepFinds: 'by the lease of a listener',
    claimFinds: 'finds of one workspace, which the claim carries',
    settleFinds: 'by the claim of finds',
    claimRereads: 'finds of one workspace, which the claim carries',
    settleRereads: 'by the claim of finds',
    measureWaitingFinds: 'how many of the installation wait',
    forgetFinds: 'by age, in all workspaces',
    budgetIdOf: 'pure',
    takePermits: 'by a connection that was opened, or of the installation',
    releasePermits: 'by permits that were taken',
    returnPermits: 'by permits that were taken',
    blockBudget: 'by a connection that was opened, or of the installation',
    findBlock: 'by a connection that was opened, or of the installation',
    findFetchedPage: 'by a connection that was opened, or of the installation',
    saveFetchedPage: 'by a connection that was opened, or of the installation',
    forgetFetchedPages: 'by age, in all workspaces',
    forgetListenerCosts: 'by age, in all workspaces',
    forgetModelCalls: 'by age, in all workspaces',
    findStates: 'a list of names',
  },
}
