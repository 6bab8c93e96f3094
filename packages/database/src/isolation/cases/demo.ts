import * as demo from '../../demo/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { ours, signalId, theirs } from '../same-records.ts'

export const demoCases: DoorCases = {
  door: demo,
  queriesOf: ({ database, inTransaction, idsOf }) => ({
    keepDemoRecords: () =>
      inTransaction(async (transaction) => {
        const records = [{ kind: 'signal' as const, id: signalId }]
        await demo.keepDemoRecords(transaction, { orgId: ours, records })
        return demo.listDemoRecords(transaction, { orgId: theirs })
      }),
    listDemoRecords: () => demo.listDemoRecords(database, { orgId: ours }),
    hasDemo: () => demo.hasDemo(database, { orgId: ours }),
    deleteDemoRecords: () => demo.deleteDemoRecords(database, { orgId: ours, nowMs: Date.now() }),
    removeDemoRows: () =>
      inTransaction(async (transaction) => {
        const { collectionId, escalationId, personId, sourceId, warehouseId } = idsOf(theirs)
        const records: demo.DemoRecord[] = [
          { kind: 'collection', id: collectionId },
          { kind: 'escalation', id: escalationId },
          { kind: 'person', id: personId },
          { kind: 'source', id: sourceId },
          { kind: 'warehouse', id: warehouseId },
        ]
        await demo.keepDemoRecords(transaction, { orgId: ours, records })
        return demo.removeDemoRows(transaction, { orgId: ours, eventPrefix: 'evt_', nowMs: Date.now() })
      }),
  }),
  others: {},
}
