import * as overview from '../../overview/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { ours } from '../same-records.ts'

const periods = { orgId: ours, nowMs: Date.now() + 60_000, periodsMs: { day: 86_400_000 } }

export const overviewCases: DoorCases = {
  door: overview,
  queriesOf: ({ database }) => ({
    countChangedRows: () => overview.countChangedRows(database, { orgId: ours }),
    countHours: () => overview.countHours(database, { orgId: ours, nowMs: Date.now(), hours: 24 }),
    countLedger: () => overview.countLedger(database, periods),
    countAlerts: () => overview.countAlerts(database, periods),
    findLateAlerts: () =>
      overview.findLateAlerts(database, { orgId: ours, nowMs: Date.now() + 60_000, lateMs: 0 }),
    findMiscounts: () => overview.findMiscounts(database, { orgId: ours, nowMs: Date.now() + 300_000 }),
    findSilentSources: () => overview.findSilentSources(database, { orgId: ours, nowMs: Date.now() }),
    findTrouble: () => overview.findTrouble(database, { orgId: ours, nowMs: Date.now() }),
    findUnusualRefusals: () => overview.findUnusualRefusals(database, { orgId: ours, nowMs: Date.now() }),
    listTakers: () => overview.listTakers(database, { orgId: ours, since: new Date(0) }),
    measureTaking: () => overview.measureTaking(database, { orgId: ours, since: new Date(0) }),
    readFirstSteps: () => overview.readFirstSteps(database, { orgId: ours }),
    readPulse: () => overview.readPulse(database, { orgId: ours }),
  }),
  others: { topics: 'names alone' },
}
