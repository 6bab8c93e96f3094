import { type Kysely, sql } from 'kysely'
import { lockTimeoutMs } from './retry-for-locks.ts'

/** An index on a plain or a partitioned table. Partitions get theirs one by one. */
export type ConcurrentIndex = {
  name: string
  table: string
  /** The SQL after the table's name: `(org_id, signal_id) where deleted_at is null`. */
  definition: string
  /** Only for a table that is not partitioned. */
  isUnique?: boolean
}

type Connection = Kysely<unknown>

/**
 * Builds an index while others write to its table. Safe to repeat after a crash: drops a half-built index first. For
 * migrations with `isConcurrent`.
 */
export async function buildIndex(connection: Connection, index: ConcurrentIndex): Promise<void> {
  const partitions = await findPartitions(connection, index.table)
  if (partitions === undefined) return buildOn(connection, index)

  await createOnParent(connection, index)
  for (const partition of partitions) {
    const name = partitionIndexName(index, partition)
    if (await isAttached(connection, { index: index.name, partition })) continue
    await buildOn(connection, { ...index, name, table: partition })
    await setLockTimeout(connection, lockTimeoutMs)
    await sql`alter index ${sql.table(index.name)} attach partition ${sql.table(name)}`.execute(connection)
  }
}

async function buildOn(
  connection: Connection,
  { name, table, definition, isUnique = false }: ConcurrentIndex,
): Promise<void> {
  const validity = await findValidity(connection, name)
  if (validity === true) return
  // Waiting here blocks neither readers nor writers, so it may last as long as an old transaction.
  await setLockTimeout(connection, 0)
  if (validity === false) await sql`drop index concurrently ${sql.table(name)}`.execute(connection)
  const create = sql.raw(isUnique ? 'create unique index concurrently' : 'create index concurrently')
  await sql`${create} ${sql.table(name)} on ${sql.table(table)} ${sql.raw(definition)}`.execute(connection)
}

/** Quick, because it indexes no partition. It becomes valid once every partition's index is attached. */
async function createOnParent(
  connection: Connection,
  { name, table, definition }: ConcurrentIndex,
): Promise<void> {
  if ((await findValidity(connection, name)) !== undefined) return
  await setLockTimeout(connection, lockTimeoutMs)
  await sql`create index ${sql.table(name)} on only ${sql.table(table)} ${sql.raw(definition)}`.execute(
    connection,
  )
}

async function setLockTimeout(connection: Connection, timeoutMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${timeoutMs}ms`}, false)`.execute(connection)
}

async function findValidity(connection: Connection, name: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`.execute(connection)
  return rows[0]?.isValid
}

/** Returns undefined for a table that is not partitioned. */
async function findPartitions(connection: Connection, table: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ isPartitioned: boolean; partitions: string[] }>`
    select relkind = 'p' as "isPartitioned",
           array(select inhrelid::regclass::text from pg_inherits where inhparent = pg_class.oid order by 1) as partitions
    from pg_class where oid = ${table}::regclass`.execute(connection)
  return rows[0]?.isPartitioned === true ? rows[0].partitions : undefined
}

async function isAttached(
  connection: Connection,
  { index, partition }: { index: string; partition: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from pg_inherits join pg_index on indexrelid = inhrelid
    where inhparent = ${index}::regclass and indrelid = ${partition}::regclass`.execute(connection)
  return rows.length > 0
}

function partitionIndexName({ name }: ConcurrentIndex, partition: string): string {
  return `${partition}_${name}`
}
