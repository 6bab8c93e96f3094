import { canonicalRow, type WarehouseTable } from '@signalpost/domain'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../database.ts'
import { joinTransaction } from '../join-transaction.ts'
import { canonicalRecords, printedRecords, type Shown } from './canonical-records.ts'
import { usePersonalKey } from './hash-personal.ts'
import { recordsOfChanges } from './records-of-changes.ts'
import { storedRecordsOf } from './stored-records.ts'

const { escapeLiteral } = pg

/** The records of a table whose last change is at `upTo` or before, as a warehouse shows them. */
type Compared = Shown & { orgId: string; table: WarehouseTable; upTo: bigint }

/** The count and sum of the records whose key's hash begins with `prefix`: see `checksumSource`. */
type SourceBucket = { prefix: string; rows: bigint; sum: bigint }

/** How many changes one statement reads, so that none takes long. */
const changesAtOnce = 20_000

/** A warehouse takes half the time of its source, so one more statement keeps a second core busy. */
const portionsAtOnce = 2

/**
 * By the first `digits` hexadecimal digits of the MD5 of the key in UTF-8: how many rows a warehouse should have,
 * tombstones included, and the sum of the first 32 bits of their canonical hashes, or of the hashes of what PostgreSQL
 * prints; of all records, or of those whose key's hash begins with one of `within`, which are all of one length. Each
 * of the statements sees a snapshot of its own; `onPortion` is called before each with the rows counted so far.
 */
export async function checksumSource(
  database: Database,
  {
    digits,
    isPrinted = false,
    within,
    onPortion,
    ...compared
  }: Compared & {
    digits: 2 | 4
    isPrinted?: boolean
    within?: readonly string[]
    onPortion?: (rows: number) => void
  },
): Promise<SourceBucket[]> {
  const buckets = new Map<string, SourceBucket>()
  let read = 0n
  const add = ({ prefix, ...portion }: { prefix: string; rows: string; sum: string }): void => {
    const { rows, sum } = buckets.get(prefix) ?? { rows: 0n, sum: 0n }
    buckets.set(prefix, { prefix, rows: rows + BigInt(portion.rows), sum: sum + BigInt(portion.sum) })
    read += BigInt(portion.rows)
  }
  const summed = sql`('x' || left(md5(canonical), ${sql.lit(canonicalRow.summedDigits)}))::bit(32)::bigint`
  const portions = portionsOf(database, compared)
  const addPortions = async (): Promise<void> => {
    for await (const stretch of portions) {
      onPortion?.(Number(read))
      const stored = storedOf(compared, changesOf({ ...compared, ...stretch }, within))
      const { rows } = await readFit((isCareful) => {
        const selected = { ...stored, isCareful }
        const records = (isPrinted ? printedRecords : canonicalRecords)(compared.table, selected)
        const portion = sql<{ prefix: string; rows: string; sum: string }>`
          select prefix, count(*) as rows, sum(hash) as sum
          from (
            select left(md5(key), ${digits}) as prefix, ${isPrinted ? sql`hash` : summed} as hash
            from (${sql.raw(records)}) records
            offset 0 -- so that buckets count as few, and rows are not sorted to add them up
          ) hashed
          group by prefix`
        return withKey(database, compared, (reader) => portion.execute(reader))
      })
      for (const row of rows) add(row)
    }
  }
  await Promise.all(Array.from({ length: portionsAtOnce }, addPortions))
  return [...buckets.values()]
}

/** Yields stretches of about equally many changes. */
async function* portionsOf(
  database: Database,
  { orgId, table, upTo }: Compared,
): AsyncGenerator<{ after: bigint; upTo: bigint }> {
  for (let after = 0n; after < upTo; ) {
    const { rows } = await sql<{ position: string }>`
      select position from changes
      where org_id = ${orgId} and table_name = ${table.name} and position > ${after} and position <= ${upTo}
      order by position offset ${changesAtOnce - 1} limit 1`.execute(database)
    const end = rows[0] === undefined ? upTo : BigInt(rows[0].position)
    yield { after, upTo: end }
    after = end
  }
}

/** A record that a warehouse should have. */
export type SourceHash = {
  key: string
  version: bigint
  hash: string
  /** The names of columns for which the stored values do not fit, so that no warehouse can have them. */
  unfit: readonly string[]
}

/** Returns the records of some buckets, whose prefixes all have the same length. */
export async function listSourceHashes(
  database: Database,
  { prefixes, ...compared }: Compared & { prefixes: readonly string[] },
): Promise<SourceHash[]> {
  const stored = storedOf(compared, changesOf(compared, prefixes))
  const { rows } = await readFit((isCareful) => {
    const records = sql.raw(canonicalRecords(compared.table, { ...stored, isCareful }))
    const listed = sql<{ key: string; version: string; hash: string; unfit: string[] | null }>`
      select key, version, left(md5(canonical), ${sql.lit(canonicalRow.comparedDigits)}) as hash, unfit
      from (${records}) records`
    return withKey(database, compared, (reader) => listed.execute(reader))
  })
  return rows.map(({ key, version, hash, unfit }) => ({
    ...{ key, version: BigInt(version), hash },
    unfit: unfit ?? [],
  }))
}

/** Reads once more where a stored value does not fit its column, and asks each value then. */
async function readFit<Result>(read: (isCareful: boolean) => Promise<Result>): Promise<Result> {
  try {
    return await read(false)
  } catch (cause) {
    // The class of data that a type does not take.
    const isUnfit = cause instanceof Error && 'code' in cause && String(cause.code).startsWith('22')
    if (!isUnfit) throw cause
    return read(true)
  }
}

/** Returns the positions of records' last changes, by key; omits unknown records. */
export async function positionsOf(
  database: Database,
  { orgId, table, keys }: { orgId: string; table: WarehouseTable; keys: readonly string[] },
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ key: string; position: string }>`
    select record_id as key, position from changes
    where table_name = ${table.name} and org_id = ${orgId} and record_id = any(${keys})`.execute(database)
  return new Map(rows.map(({ key, position }) => [key, BigInt(position)]))
}

/** Reads within a transaction that uses the key of a warehouse that hashes personal data. */
async function withKey<Result>(
  database: Database,
  { personalKey }: Compared,
  read: (database: Database) => Promise<Result>,
): Promise<Result> {
  if (personalKey === undefined) return read(database)
  return joinTransaction(database, async (transaction) => {
    const { text, values } = usePersonalKey(personalKey)
    await transaction.executeQuery(CompiledQuery.raw(text, values))
    return read(transaction)
  })
}

function changesOf(
  { orgId, table, after = 0n, upTo }: Compared & { after?: bigint },
  prefixes: readonly string[] | undefined,
): string {
  const among = prefixes && `array[${prefixes.map(escapeLiteral).join(', ')}]::text[]`
  return `
    select record_id, position from changes
    where org_id = ${escapeLiteral(orgId)} and table_name = ${escapeLiteral(table.name)}
      and position > ${after} and position <= ${upTo}
      ${among === undefined ? '' : `and left(md5(record_id), ${prefixes?.[0]?.length ?? 0}) = any(${among})`}`
}

function storedOf(
  { orgId, table, upTo: _upTo, ...shown }: Compared,
  changed: string,
): Shown & { stored: string } {
  // A warehouse may keep hashes of contents that are gone.
  const needsContents = !shown.excludesPersonal || shown.personalKey !== undefined
  const records = storedRecordsOf(table, { needsContents })
  return { ...shown, stored: recordsOfChanges(changed, { orgId, records }) }
}
