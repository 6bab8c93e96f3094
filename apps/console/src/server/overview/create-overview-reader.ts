import { type Database, listProcesses } from '@signalpost/database'
import { listSources } from '@signalpost/database/access'
import { countAlerts, countChangedRows, countLedger, findTrouble } from '@signalpost/database/overview'
import { listChannels } from '@signalpost/database/rules'
import { glanceAtWarehouses, type WarehouseState } from '@signalpost/sync'
import { periodsMs } from './facts.ts'
import type { Overview } from './overview-schema.ts'
import { summarise } from './summarise.ts'

export type OverviewReader = (orgId: string) => Promise<Overview>

/** However many tabs ask, the store is asked once in this time. */
const sharedMs = 1_000

export function createOverviewReader({
  database,
  nowMs,
}: {
  database: Database
  nowMs: () => number
}): OverviewReader {
  const readings = new Map<string, Promise<Overview>>()
  return (orgId) => {
    const known = readings.get(orgId)
    if (known !== undefined) return known
    const reading = readOverview(database, { orgId, nowMs: nowMs() })
    const forget = (): boolean => readings.delete(orgId)
    readings.set(orgId, reading)
    reading.then(() => setTimeout(forget, sharedMs).unref(), forget)
    return reading
  }
}

async function readOverview(
  database: Database,
  { orgId, nowMs }: { orgId: string; nowMs: number },
): Promise<Overview> {
  const counted = { orgId, nowMs, periodsMs }
  const [ledger, alerts, trouble, sources, channels, warehouses, changedRows, processes] = await Promise.all([
    countLedger(database, counted),
    countAlerts(database, counted),
    findTrouble(database, { orgId, nowMs }),
    listSources(database, orgId),
    listChannels(database, orgId),
    glanceAtWarehouses(database, { orgId }),
    countChangedRows(database, { orgId }),
    listProcesses(database),
  ])
  const facts = { orgId, nowMs, ledger, alerts, trouble, sources, channels, warehouses, processes }
  const sums = warehouses.map((warehouse) => addUp(warehouse, changedRows))
  const { sentence, findings } = summarise(facts)
  return { at: new Date(nowMs).toISOString(), sentence, findings, ledger, alerts, warehouses: sums }
}

/** Changed rows = there + waiting + set aside. */
function addUp(warehouse: WarehouseState, changedRows: number): Overview['warehouses'][number] {
  const { warehouseId, name, kind, state, lagRows: waiting, rejectedRows: setAside } = warehouse
  const changed = Math.max(changedRows, waiting + setAside)
  return { warehouseId, name, kind, state, changed, there: changed - waiting - setAside, waiting, setAside }
}
