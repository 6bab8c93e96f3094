import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, createSecretBox, type Database } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { createWarehouse, leaseWarehouse, type WarehouseLease } from '@signalpost/database/warehouses'
import { type WarehouseTable, warehouseTables } from '@signalpost/domain'
import { createTestDatabase } from '@signalpost/testing'
import { type WarehouseKind, warehouseKinds } from '@signalpost/warehouses'
import pg from 'pg'
import { leaseMs } from '../leases/keep-lease.ts'
import type { WarehouseWork } from '../leases/warehouse-work.ts'
import { type SyncDependencies, workOnWarehouse } from '../leases/work-on-warehouse.ts'

export type WarehouseCase = {
  orgId: string
  warehouseId: string
  /** Its schema in the second database. */
  schema: string
  dependencies: SyncDependencies
  lease: () => Promise<WarehouseLease>
  /** Does something with the warehouse open. */
  work: <Result>(work: (warehouse: WarehouseWork) => Promise<Result>) => Promise<Result>
  /** Returns the rows of a table in the warehouse, by key. */
  rows: (table: WarehouseTable) => Promise<Record<string, unknown>[]>
  /** Runs a statement in the warehouse; `at` is its schema. */
  meddle: (statement: (at: string) => string) => Promise<void>
  /** Returns the product's own record of it. */
  row: () => Promise<Record<string, unknown>>
}

export type SyncRig = {
  database: Database
  url: string
  targetUrl: string
  postgres: WarehouseKind
  /** For files of a test; removed at the end. */
  directory: string
  /** A directory of its own in that one. */
  makeDirectory: () => Promise<string>
  /** A warehouse in a PostgreSQL database of its own, of a new workspace or of one that there is. */
  open: (options?: OpenOptions) => Promise<WarehouseCase>
  /** Stores some notes. Returns their ids. */
  addNotes: (orgId: string, bodies: readonly string[]) => Promise<string[]>
  addSignal: (orgId: string, signalId: string) => Promise<void>
  /** Runs a statement in the product's own database. */
  query: (statement: string, values: unknown[]) => Promise<Record<string, unknown>[]>
  changeNotes: (orgId: string, body: string) => Promise<void>
  /** Sets how long ago a sync last checked the warehouse's tables. */
  setOpenedAgo: (warehouseId: string, ms: number) => Promise<void>
  close: () => Promise<void>
}

type OpenOptions = {
  orgId?: string
  kind?: WarehouseKind
  limitRows?: number
  targetUrl?: string
  /** The settings of a kind that is no PostgreSQL. */
  place?: Record<string, unknown>
}

/** Starts real servers on both sides. */
export async function openSyncRig(): Promise<SyncRig> {
  const [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const { database, pool } = createDatabase({
    url: source.url,
    applicationName: 'test',
    maxConnections: 12,
    onConnectionError: () => undefined,
  })
  const there = new pg.Pool({ connectionString: target.url, max: 2 })
  const secretBox = createSecretBox(randomBytes(32))
  const directory = await mkdtemp(join(tmpdir(), 'signalpost-sync-rig-'))
  const postgres = kindNamed('postgres')

  const open = async ({ orgId, kind = postgres, limitRows = 20_000, targetUrl, place }: OpenOptions = {}) => {
    const own = orgId ?? `org_${randomBytes(4).toString('hex')}`
    if (orgId === undefined) await addWorkspace(database, own)
    const schema = `case_${randomBytes(4).toString('hex')}`
    const { warehouseId } = await createWarehouse(database, secretBox, {
      ...{ orgId: own, kind: kind.kind, name: schema, settings: place ?? { schema }, location: schema },
      ...{
        intervalMs: 20_000,
        excludesPersonal: false,
        hasLedger: true,
        hasBounds: false,
        secrets: place ? {} : { url: targetUrl ?? target.url },
      },
    })
    const limits = { rows: limitRows, bytes: 32 * 1024 * 1024 }
    const dependencies = { database, pool, secretBox, kinds: [kind], dataDir: directory, limits }
    const lease = async (): Promise<WarehouseLease> => {
      const leased = await leaseWarehouse(database, { warehouseId, leaseMs, allowsPaused: false })
      if (leased === undefined) throw new Error('another process works on the warehouse')
      return leased
    }
    const row = async (): Promise<Record<string, unknown>> => {
      const { rows } = await pool.query('select * from warehouses where warehouse_id = $1', [warehouseId])
      return rows[0]
    }
    return {
      ...{ orgId: own, warehouseId, schema, dependencies, lease, row },
      work: async <Result>(work: (warehouse: WarehouseWork) => Promise<Result>) =>
        workOnWarehouse(dependencies, await lease(), work, {}),
      rows: async ({ name, key }: WarehouseTable) => {
        const { rows } = await there.query(`select * from ${schema}.${name} order by ${key} collate "C"`)
        return rows
      },
      meddle: async (statement: (at: string) => string) => {
        await there.query(statement(schema))
      },
    }
  }
  return {
    database,
    url: source.url,
    targetUrl: target.url,
    postgres,
    directory,
    makeDirectory: () => mkdtemp(join(directory, 'place-')),
    open,
    addSignal: async (orgId, signalId) => {
      await pool.query(
        `insert into signals (org_id, signal_id, state, relevance_score)
         values ($1, $2, '{"last": {"document": {"relevanceScore": 1}}}', 1)`,
        [orgId, signalId],
      )
    },
    addNotes: async (orgId, bodies) => {
      const ids = bodies.map((_, index) => `note_${Date.now()}_${String(index).padStart(4, '0')}`)
      await pool.query(
        `insert into notes (org_id, note_id, target_type, target_id, body, created_at, created_by)
         select $1, id, 'signal', 'sig_1', body, now(), 'usr_1' from unnest($2::text[], $3::text[]) as made(id, body)`,
        [orgId, ids, bodies],
      )
      return ids
    },
    setOpenedAgo: async (warehouseId, ms) => {
      await pool.query(
        'update warehouses set opened_at = now() - make_interval(secs => $2) where warehouse_id = $1',
        [warehouseId, ms / 1000],
      )
    },
    changeNotes: async (orgId, body) => {
      await pool.query('update notes set body = $2 where org_id = $1', [orgId, body])
    },
    query: async (statement, values) => (await pool.query(statement, values)).rows,
    close: async () => {
      await Promise.all([database.destroy(), there.end()])
      await Promise.all([source.drop(), target.drop(), rm(directory, { recursive: true })])
    },
  }
}

async function addWorkspace(database: Database, orgId: string): Promise<void> {
  await createWorkspace(database, {
    ...{ orgId, name: orgId, plan: 'standard', accountIntelligence: true, analysisAllowance: 1 },
  })
}

export function kindNamed(name: string): WarehouseKind {
  const found = warehouseKinds.find(({ kind }) => kind === name)
  if (found === undefined) throw new Error(`there is no kind ${name}`)
  return found
}

export function findTable(name: string): WarehouseTable {
  const found = warehouseTables.find((table) => table.name === name)
  if (found === undefined) throw new Error(`there is no table ${name}`)
  return found
}
