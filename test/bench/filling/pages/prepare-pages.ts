import { randomBytes } from 'node:crypto'
import { createSources } from '../../../support/sending/create-sources.ts'
import { type BenchPostgres, runStatement } from '../../stage/start-bench-postgres.ts'
import { fillAlerts } from './fill-alerts.ts'
import { createDays, fillDeliveries } from './fill-deliveries.ts'
import { fillRecords } from './fill-records.ts'
import type { PagesStore } from './pages-store.ts'

const orgIds = ['org_large', 'org_middle', 'org_small']

/** Creates a database whose workspaces have a month of deliveries, and signals with their registers, changes and alerts. */
export async function preparePages(
  postgres: Pick<BenchPostgres, 'createDatabase'>,
  { deliveries, signals, tell }: { deliveries: number; signals: number; tell: (what: string) => void },
): Promise<PagesStore> {
  const databaseUrl = await postgres.createDatabase()
  const masterKey = randomBytes(32).toString('base64')
  const sources = await createSources({ databaseUrl, masterKey }, { orgIds, sourcesEach: 4 })
  await runStatement(databaseUrl, 'update workspaces set account_intelligence = true')
  const workspaces = orgIds.map((orgId, index) => ({
    orgId,
    sourceIds: (sources[index] ?? []).map(({ sourceId }) => sourceId),
  }))
  const store = { databaseUrl, masterKey, workspaces, nowMs: Date.now() }
  const fillSignals = async () => {
    tell(`stores ${signals} signals`)
    await fillRecords(store, { signals })
    tell('stores their alerts')
    await fillAlerts(store, { signals })
  }
  await createDays(store)
  tell(`stores ${deliveries} deliveries`)
  await Promise.all([fillDeliveries(store, { count: deliveries, signals }), fillSignals()])
  return store
}
