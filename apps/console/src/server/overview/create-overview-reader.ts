import { type Database, listProcesses } from '@signalpost/database'
import { listSources } from '@signalpost/database/access'
import {
  countAlerts,
  countChangedRows,
  countLedger,
  findTrouble,
  listTakers,
  measureTaking,
} from '@signalpost/database/overview'
import { listChannels } from '@signalpost/database/rules'
import { dayMs } from '@signalpost/domain'
import { glanceAtWarehouses, type WarehouseState } from '@signalpost/sync'
import { type Facts, periodsMs } from './facts.ts'
import type { Asked, Finder } from './finding.ts'
import { findingKinds } from './findings/index.ts'
import type { Overview } from './overview-schema.ts'
import { spaceReadings } from './space-readings.ts'
import { summarise } from './summarise.ts'

export type OverviewReader = (orgId: string) => Promise<Overview>

/** However many tabs ask, one question at a time is put to the store, with this rest between two. */
const restMs = 250

export function createOverviewReader({
  database,
  nowMs,
}: {
  database: Database
  nowMs: () => number
}): OverviewReader {
  const finders = findingKinds.map(({ createFinder }) => createFinder())
  const readShared = spaceReadings(restMs, (asked: Asked) => readOverview(finders, asked))
  return (orgId) => readShared({ database, orgId, nowMs: nowMs() })
}

async function readOverview(finders: readonly Finder[], asked: Asked): Promise<Overview> {
  const { database, orgId, nowMs } = asked
  const reading = readFacts(asked)
  const week = new Date(nowMs - 7 * dayMs)
  const weekBefore = new Date(nowMs - 14 * dayMs)
  const [facts, changedRows, taking, takingBefore, people, ...found] = await Promise.all([
    reading,
    reading.then(({ warehouses }) => (warehouses.length === 0 ? 0 : countChangedRows(database, { orgId }))),
    measureTaking(database, { orgId, since: week }),
    measureTaking(database, { orgId, since: weekBefore, until: week }),
    listTakers(database, { orgId, since: week }),
    ...finders.map((find) => find(asked, reading)),
  ])
  const { ledger, alerts, warehouses } = facts
  const { sentence, findings } = summarise(found.flat(), { hasReceived: hasReceived(facts) })
  const sums = warehouses.map((warehouse) => addUp(warehouse, changedRows))
  return {
    ...{ at: new Date(nowMs).toISOString(), sentence, findings, ledger, alerts, warehouses: sums },
    taking: { ...taking, people, halfWithinSecondsBefore: takingBefore.halfWithinSeconds },
  }
}

async function readFacts({ database, orgId, nowMs }: Asked): Promise<Facts> {
  const counted = { orgId, nowMs, periodsMs }
  const [ledger, alerts, trouble, sources, channels, warehouses, processes] = await Promise.all([
    countLedger(database, counted),
    countAlerts(database, counted),
    findTrouble(database, { orgId, nowMs }),
    listSources(database, orgId),
    listChannels(database, orgId),
    glanceAtWarehouses(database, { orgId }),
    listProcesses(database),
  ])
  return { orgId, nowMs, ledger, alerts, trouble, sources, channels, warehouses, processes }
}

function hasReceived({ sources, ledger }: Facts): boolean {
  return ledger['7d'].accepted > 0 || sources.some(({ lastDeliveryAt }) => lastDeliveryAt !== null)
}

/** Changed rows = there + waiting + set aside. */
function addUp(warehouse: WarehouseState, changedRows: number): Overview['warehouses'][number] {
  const { warehouseId, name, kind, state, lagRows: waiting, rejectedRows: setAside } = warehouse
  const changed = Math.max(changedRows, waiting + setAside)
  return { warehouseId, name, kind, state, changed, there: changed - waiting - setAside, waiting, setAside }
}
