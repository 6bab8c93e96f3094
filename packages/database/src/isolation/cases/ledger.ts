import * as ledger from '../../ledger/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { ours, signalId, theirs } from '../same-records.ts'

export const ledgerCases: DoorCases = {
  door: ledger,
  queriesOf: ({ inTransaction, database, idsOf }) => ({
    addDeliveriesToJob: ({ jobId }) =>
      inTransaction((transaction) =>
        ledger.addDeliveriesToJob(transaction, {
          jobId,
          deliveries: { filter: { orgId: ours }, statuses: ledger.replayable },
        }),
      ),
    listDeliveries: () => ledger.listDeliveries(database, { orgId: ours }, { limit: 100 }),
    countDeliveries: () => ledger.countDeliveries(database, { orgId: ours }),
    countDeliveriesUpTo: () => ledger.countDeliveriesUpTo(database, { orgId: ours }, 100),
    findDelivery: async ({ deliveryId }) => [
      await ledger.findDelivery(database, { deliveryId, orgId: ours }),
      await ledger.findDelivery(database, { deliveryId: idsOf(theirs).deliveryId, orgId: ours }),
    ],
    findDeliveries: ({ deliveryId }) =>
      ledger.findDeliveries(database, [deliveryId, idsOf(theirs).deliveryId], ours),
    eraseBodies: () => ledger.eraseBodies(database, { orgId: ours, signalId }),
    eraseRecordedBodies: () => ledger.eraseRecordedBodies(database, { orgId: ours, signalId }),
    isSignalInLedger: () => ledger.isSignalInLedger(database, { orgId: ours, signalId }),
  }),
  others: {
    createBatches: 'makes ids only',
    storeDeliveries: 'each request carries its workspace',
    claimBatch: 'each delivery carries its workspace',
    claimDue: 'each delivery carries its workspace',
    claimListed: 'each delivery carries its workspace',
    readBodies: 'by the requests of claimed deliveries',
    readTraceparents: 'by the requests of claimed deliveries',
    readRequestBody: 'by the request of a delivery that was found',
    claimIdentities: 'a source belongs to one workspace',
    identityKey: 'pure',
    deliveryErrorCodes: 'names alone',
    discardable: 'names alone',
    replayable: 'names alone',
    pruneIdentities: 'by age alone',
    pruneCaptured: 'of each workspace past its own days',
    pruneDeliveries: 'of each workspace past its own days',
    settleDeliveries: 'by claimed deliveries',
    postponeDelivery: 'by a claimed delivery',
    replayDeliveries: 'by ids that were found for a workspace',
    discardDeliveries: 'by ids that were found for a workspace',
    compactLedgerCounts: 'sums of each workspace apart',
    measureBacklog: 'counts of all',
  },
}
