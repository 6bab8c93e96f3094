import { dayMs } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { idFloor } from '../ids.ts'

const maintenanceLock = 7_204_001
const deletedAtOnce = 10_000

type PartitionedTable = {
  name: string
  bound: (dayStartMs: number) => string
  /** Kept this long, whatever the ledger's retention. */
  keptDays?: number
}

const byId = (dayStartMs: number): string => idFloor('dlv_', dayStartMs)
const byTime = (dayStartMs: number): string => new Date(dayStartMs).toISOString()

const partitionedTables: PartitionedTable[] = [
  { name: 'requests', bound: byId },
  { name: 'deliveries', bound: byId },
  { name: 'attempts', bound: byTime, keptDays: 30 },
  { name: 'assistant_calls', bound: byTime, keptDays: 90 },
]

/** Creates the partitions from yesterday to `daysAhead` days from now. Any process may call it at any time. */
export async function createPartitions(
  database: Database,
  { nowMs, daysAhead = 14 }: { nowMs: number; daysAhead?: number },
): Promise<void> {
  const today = Math.floor(nowMs / dayMs) * dayMs
  const existing = await existingPartitions(database)
  for (const table of partitionedTables) {
    for (let day = today - dayMs; day <= today + daysAhead * dayMs; day += dayMs) {
      if (!existing.has(partitionName(table, day))) await createPartition(database, table, day)
    }
  }
}

/**
 * Drops the partitions whose days ended `ledgerDays` ago. One with queued or dead deliveries loses its other rows and
 * stays until those are settled or discarded. Returns the names of the dropped partitions.
 */
export async function dropExpiredPartitions(
  database: Database,
  { nowMs, ledgerDays }: { nowMs: number; ledgerDays: number },
): Promise<string[]> {
  const dropped: string[] = []
  // PostgreSQL detaches only one partition of a table at a time, so an unfinished one comes first.
  const isDetaching = ([, standing]: [string, Standing]): number => Number(standing === 'detaching')
  const partitions = [...(await existingPartitions(database))].sort((a, b) => isDetaching(b) - isDetaching(a))
  for (const [name, standing] of partitions) {
    const dayStart = dayOf(name)
    const days = keptDaysOf(name) ?? ledgerDays
    if (dayStart === undefined || dayStart >= Math.floor(nowMs / dayMs - days) * dayMs) continue
    if (name.startsWith('deliveries') && (await keepUnsettled(database, name))) continue
    if (name.startsWith('requests') && (await keepNeededRequests(database, name))) continue
    await dropPartition(database, name, standing)
    dropped.push(name)
  }
  return dropped
}

/**
 * Runs `work` unless another process is doing the same right now. A transaction holds the lock, because a pooler may
 * give the next one another session. It has no snapshot and locks no table, so nothing waits for it.
 */
export async function withMaintenanceLock(database: Database, work: () => Promise<void>): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(${maintenanceLock}) as locked`.execute(transaction)
    if (rows[0]?.locked !== true) return false
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    await work()
    return true
  })
}

// Attaching takes a weaker lock on the parent than `create table … partition of`, so inserts continue.
async function createPartition(
  database: Database,
  table: PartitionedTable,
  dayStartMs: number,
): Promise<void> {
  const partition = sql.table(partitionName(table, dayStartMs))
  const parent = sql.table(table.name)
  const [from, to] = [sql.lit(table.bound(dayStartMs)), sql.lit(table.bound(dayStartMs + dayMs))]
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${maintenanceLock + 1})`.execute(transaction)
    if ((await existingPartitions(transaction)).has(partitionName(table, dayStartMs))) return
    await sql`create table ${partition} (like ${parent} including defaults including constraints)`.execute(
      transaction,
    )
    await giveToOwnerOf(table.name, { partition, transaction })
    await sql`alter table ${parent} attach partition ${partition} for values from (${from}) to (${to})`.execute(
      transaction,
    )
  })
}

/** The role that maintains a table must own its partitions, also those that another role creates. */
async function giveToOwnerOf(
  table: string,
  { partition, transaction }: { partition: RawBuilder<unknown>; transaction: Database },
): Promise<void> {
  const { rows } = await sql<{ owner: string }>`
    select pg_get_userbyid(relowner) as owner from pg_class
    where oid = to_regclass(${table}) and relowner <> current_user::regrole`.execute(transaction)
  const [other] = rows
  if (other !== undefined)
    await sql`alter table ${partition} owner to ${sql.id(other.owner)}`.execute(transaction)
}

async function dropPartition(database: Database, name: string, standing: Standing): Promise<void> {
  const parent = name.slice(0, name.lastIndexOf('_'))
  if (standing !== 'detached') {
    const manner = sql.raw(standing === 'attached' ? 'concurrently' : 'finalize')
    await sql`alter table ${sql.table(parent)} detach partition ${sql.table(name)} ${manner}`.execute(
      database,
    )
  }
  await sql`drop table ${sql.table(name)}`.execute(database)
}

async function keepUnsettled(database: Database, name: string): Promise<boolean> {
  await deleteInSteps(database, name, sql`status not in ('queued', 'dead')`)
  return hasRows(database, name)
}

async function keepNeededRequests(database: Database, name: string): Promise<boolean> {
  const deliveries = name.replace('requests', 'deliveries')
  const { rows } = await sql<{
    exists: boolean
  }>`select to_regclass(${deliveries}) is not null as exists`.execute(database)
  if (rows[0]?.exists !== true) return false
  await deleteInSteps(
    database,
    name,
    sql`not exists (select from ${sql.table(deliveries)} d where d.request_id = ${sql.table(name)}.request_id)`,
  )
  return hasRows(database, name)
}

// A day may have millions of rows, and no statement may exceed its time limit.
async function deleteInSteps(
  database: Database,
  name: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  let deleted = deletedAtOnce
  while (deleted === deletedAtOnce) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(name)} where ctid = any(array(
        select ctid from ${sql.table(name)} where ${condition} limit ${deletedAtOnce}
      ))`.execute(database)
    deleted = Number(numAffectedRows ?? 0)
  }
}

async function hasRows(database: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean
  }>`select exists (select from ${sql.table(name)}) as found`.execute(database)
  return rows[0]?.found === true
}

/** A partition whose removal was interrupted is still detaching, or detached and a table of its own. */
type Standing = 'attached' | 'detaching' | 'detached'

/** Selects the names of the partitioned tables and of their partitions. */
export const partitionedTablesSql = sql<string>`
  select relname::text from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('p', 'r')
    and relname ~ ${sql.lit(`^(${partitionedTables.map(({ name }) => name).join('|')})(_[0-9]{8})?$`)}
  order by relname`

/** By name, sorted. */
async function existingPartitions(database: Database): Promise<Map<string, Standing>> {
  const names = partitionedTables.map((table) => table.name).join('|')
  const { rows } = await sql<{ name: string; standing: Standing }>`
    select relname as name,
           case when inhrelid is null then 'detached' when inhdetachpending then 'detaching' else 'attached' end
             as standing
    from pg_class left join pg_inherits on inhrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname ~ ${`^(${names})_[0-9]{8}$`}
    order by relname collate "C"`.execute(database)
  return new Map(rows.map((row) => [row.name, row.standing]))
}

function partitionName(table: PartitionedTable, dayStartMs: number): string {
  return `${table.name}_${new Date(dayStartMs).toISOString().slice(0, 10).replaceAll('-', '')}`
}

function keptDaysOf(partition: string): number | undefined {
  return partitionedTables.find(({ name }) => partition.startsWith(`${name}_`))?.keptDays
}

function dayOf(partition: string): number | undefined {
  const match = /_(\d{4})(\d{2})(\d{2})$/.exec(partition)
  return match === null ? undefined : Date.parse(`${match[1]}-${match[2]}-${match[3]}T00:00:00.000Z`)
}
