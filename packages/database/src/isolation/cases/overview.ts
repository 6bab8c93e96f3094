import * as overview from '../../overview/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { ours } from '../same-records.ts'

const periods = { orgId: ours, nowMs: Date.now() + 60_000, periodsMs: { day: 86_400_000 } }

export const overviewCases: DoorCases = {
  door: overview,
  queriesOf: ({ database }) => ({
    countChangedRows: () => overview.countChangedRows(database, { orgId: ours }),
    countLedger: () => overview.countLedger(database, periods),
    countAlerts: () => overview.countAlerts(database, periods),
    findTrouble: () => overview.findTrouble(database, { orgId: ours, nowMs: Date.now() }),
    readPulse: () => overview.readPulse(database, { orgId: ours }),
  }),
  others: { topics: 'names alone' },
}
