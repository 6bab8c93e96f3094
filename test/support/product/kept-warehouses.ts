import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { createDatabase, createSecretBox } from '@signalpost/database'
import { readPositions, sequenceChanges } from '@signalpost/database/changes'
import { createWarehouse, readCursorCopies } from '@signalpost/database/warehouses'
import { warehouseTables } from '@signalpost/domain'
import { leaseMs, listWarehouseStates, verifyWarehouse } from '@signalpost/sync'
import {
  type OwnPostgres,
  startOwnPostgres,
  startTcpProxy,
  type TcpProxy,
  waitUntil,
} from '@signalpost/testing'
import pg from 'pg'
import type { Harness } from './start-harness.ts'

/** Places for warehouses: a server behind a proxy, and a directory. */
export type WarehousePlaces = {
  server: OwnPostgres
  proxy: TcpProxy
  duckdbPath: string
  /** The environment that the product's processes need. */
  env: Record<string, string>
  stop: () => Promise<void>
}

/** A workspace in sync with two warehouses. */
export type KeptWarehouses = Pick<WarehousePlaces, 'server' | 'proxy' | 'duckdbPath'> & {
  /** Makes syncs due that rest after a failure, and frees the leases of dead processes. */
  hasten: () => Promise<void>
  /** Deletes the cursors of the warehouse in PostgreSQL, or sets them to a share of their position. */
  moveCursors: (share: number | 'lost') => Promise<void>
  /** Waits until the warehouse in PostgreSQL has everything stored at this moment. */
  whenCaughtUp: () => Promise<void>
  /** Waits until the workers have brought both up to date; throws when that takes longer. */
  settle: (limitMs: number) => Promise<void>
  /** Compares both with the stored records; `complaints` lists everything wrong. */
  judge: () => Promise<{ rows: number; complaints: string[] }>
}

const orgId = 'org_one'
const schema = 'signalpost'
const intervalMs = 1_000
/** The least age of a lease that counts as abandoned: a process that lives renews its own every 10 s. */
const heldMs = 12_000
const examplesShown = 5

export async function startWarehousePlaces(): Promise<WarehousePlaces> {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-kept-'))
  const scratch = join(directory, 'scratch')
  mkdirSync(scratch)
  const server = await startOwnPostgres()
  const proxy = await startTcpProxy(Number(new URL(server.url).port))
  return {
    server,
    proxy,
    duckdbPath: join(directory, 'kept.duckdb'),
    // Leftovers of killed processes are removed with the directory.
    env: { TMPDIR: scratch },
    stop: async () => {
      await proxy.stop()
      await server.remove()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Registers both warehouses, like an operator. */
export async function keepWarehouses(
  { databaseUrl, masterKey, query }: Harness,
  { server, proxy, duckdbPath }: WarehousePlaces,
): Promise<KeptWarehouses & AsyncDisposable> {
  const { database, pool } = createDatabase({
    ...{ url: databaseUrl, applicationName: 'an operator', maxConnections: 4 },
    onConnectionError: () => undefined,
  })
  const secretBox = createSecretBox(Buffer.from(masterKey, 'base64'))
  const url = Object.assign(new URL(server.url), { port: proxy.port }).href
  const kept: { kind: string; warehouseId: string }[] = []
  for (const place of [
    { kind: 'postgres', settings: { schema }, secrets: { url } },
    { kind: 'duckdb', settings: { path: duckdbPath }, secrets: {} },
  ]) {
    const { warehouseId } = await createWarehouse(database, secretBox, {
      ...{
        ...place,
        orgId,
        name: place.kind,
        location: place.kind,
        intervalMs,
        excludesPersonal: false,
        hasLedger: true,
        hasBounds: false,
      },
    })
    kept.push({ kind: place.kind, warehouseId })
  }
  const hasten = async (): Promise<void> => {
    await query('update warehouses set due_at = now() where due_at > now()')
    // Spares a lease that was just taken: two processes that end each other's leases make no progress.
    await query(
      `update warehouses set leased_until = null
       where leased_until < now() + interval '${leaseMs - heldMs} ms'`,
    )
  }
  const readGoals = async () => {
    await sequenceChanges(database)
    return readPositions(database, { orgId, tables: warehouseTables.map(({ name }) => name) })
  }
  const askServer = (text: string): Promise<Row[]> => askPostgres(server.url, text)
  return {
    server,
    proxy,
    duckdbPath,
    hasten,
    moveCursors: async (share) => {
      const where = `where org_id = ${pg.escapeLiteral(orgId)}`
      const cursors = `${schema}._signalpost_cursors`
      await askServer(
        share === 'lost'
          ? `delete from ${cursors} ${where}`
          : `update ${cursors} set position = floor(position * ${share}) ${where}`,
      )
    },
    whenCaughtUp: async () => {
      let goals: Awaited<ReturnType<typeof readGoals>> | undefined
      const warehouseId = kept.find(({ kind }) => kind === 'postgres')?.warehouseId ?? ''
      await waitUntil('the warehouse has caught up', async () => {
        await hasten()
        // A frozen process may hold the sequencer's lock for a while.
        goals ??= await readGoals().catch(() => undefined)
        if (goals === undefined) return false
        const cursors = await readCursorCopies(database, warehouseId)
        return [...goals].every(([table, goal]) => (cursors.get(table)?.position ?? 0n) >= goal)
      })
    },
    settle: (limitMs) =>
      waitUntil(
        'both warehouses are in sync',
        async () => {
          await hasten()
          const positions = await readGoals()
          const states = await listWarehouseStates(database, { orgId })
          return positions.size > 0 && states.every((one) => one.state !== 'degraded' && one.lagRows === 0)
        },
        { limitMs, intervalMs: 500 },
      ),
    judge: async () => {
      const complaints: string[] = []
      let compared = 0
      for (const { kind, warehouseId } of kept) {
        const dependencies = { database, pool, secretBox, dataDir: tmpdir() }
        const { equal, tables } = await verifyWarehouse(dependencies, { warehouseId }, { repair: false })
        const differing = Object.entries(tables).flatMap(([name, table]) =>
          [...table.differing, ...table.rejected.map(({ key }) => key)].map((key) => `${name} ${key}`),
        )
        if (!equal || differing.length > 0) {
          complaints.push(`the warehouse ${kind} differs: ${differing.slice(0, examplesShown).join(', ')}`)
        }
        compared += Object.values(tables).reduce((sum, { targetRows }) => sum + Number(targetRows), 0)
      }
      const stored = toCounts(await query(countStored, [orgId]))
      const counted = {
        postgres: await askServer(countKept(`${schema}.`)),
        duckdb: await askDuckdb(duckdbPath, countKept('')),
      }
      for (const [kind, rows] of Object.entries(counted)) {
        const counts = toCounts(rows)
        if (counts !== stored) complaints.push(`${kind} has ${counts} where ${stored} are stored`)
      }
      return { rows: compared, complaints }
    },
    [Symbol.asyncDispose]: () => database.destroy(),
  }
}

type Row = Record<string, unknown>

/** The visible records, by the product's tables. */
const countStored = `
  select 'accounts' as name, count(*) as rows from accounts where org_id = $1 and is_listed
  union all select 'deals', count(*) from deals where org_id = $1 and stage is not null
  union all select 'listeners', count(*) from listeners where org_id = $1 and created_at is not null
  union all select 'signal_events', count(*) from signal_events where org_id = $1
  union all select 'signals', count(*) from signals where org_id = $1 and relevance_score is not null
  order by name`

function countKept(prefix: string): string {
  const counts = ['accounts', 'deals', 'listeners', 'signal_events', 'signals'].map(
    (table) =>
      `select '${table}' as name, count(*) as rows from ${prefix}${table} where org_id = '${orgId}' and not _deleted`,
  )
  return `${counts.join(' union all ')} order by name`
}

function toCounts(rows: Row[]): string {
  return rows.map(({ name, rows: count }) => `${String(name)} ${String(count)}`).join(', ')
}

async function askPostgres(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function askDuckdb(path: string, text: string): Promise<Row[]> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' })
  const connection = await instance.connect()
  try {
    return (await connection.runAndReadAll(text)).getRowObjectsJson()
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
