import { canonicalRow, type WarehouseTable } from '@signalpost/domain'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../database.ts'
import { joinTransaction } from '../join-transaction.ts'
import { canonicalRecords, type Shown } from './canonical-records.ts'
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

/**
 * By the first `digits` hexadecimal digits of the MD5 of the key in UTF-8: how many rows a warehouse should have,
 * tombstones included, and the sum of the first 32 bits of their canonical hashes; of all records, or of those whose
 * key's hash begins with one of `within`, which are all of one length. Each of the statements sees a snapshot of its
 * own; `onPortion` is called before each with the rows counted so far.
 */
export async function checksumSource(
  database: Database,
  {
    digits,
    within,
    onPortion,
    ...compared
  }: Compared & { digits: 2 | 4; within?: readonly string[]; onPortion?: (rows: number) => void },
): Promise<SourceBucket[]> {
  const buckets = new Map<string, SourceBucket>()
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    onPortion?.(Number([...buckets.values()].reduce((sum, { rows }) => sum + rows, 0n)))
    const changed = changesOf(compared, { prefixes: within, after, limit: changesAtOnce })
    const portion = sql<Portion>`
      with changed as materialized (${sql.raw(changed)}),
      hashed as (
        select left(md5(key), ${digits}) as prefix,
          ('x' || left(md5(canonical), ${sql.lit(canonicalRow.summedDigits)}))::bit(32)::bigint as hash
        from (${sql.raw(canonicalOf(compared, 'select record_id, position from changed'))}) records
        offset 0 -- so that buckets count as few, and rows are not sorted to add them up
      )
      select null as prefix, null as rows, null as sum, max(position) as passed from changed
      union all select prefix, count(*), sum(hash), null from hashed group by prefix`
    const { rows }: { rows: Portion[] } = await withKey(database, compared, (reader) =>
      portion.execute(reader),
    )
    after = undefined
    for (const { prefix, rows: count, sum, passed } of rows) {
      if (passed !== null) after = BigInt(passed)
      if (prefix === null) continue
      const { rows: rowsBefore, sum: sumBefore } = buckets.get(prefix) ?? { rows: 0n, sum: 0n }
      buckets.set(prefix, { prefix, rows: rowsBefore + BigInt(count), sum: sumBefore + BigInt(sum) })
    }
  }
  return [...buckets.values()]
}

type Portion = { prefix: string | null; rows: string; sum: string; passed: string | null }

/** Returns the keys, versions and hashes of some buckets, whose prefixes all have the same length. */
export async function listSourceHashes(
  database: Database,
  { prefixes, ...compared }: Compared & { prefixes: readonly string[] },
): Promise<{ key: string; version: bigint; hash: string }[]> {
  const listed = sql<{ key: string; version: string; hash: string }>`
    select key, version, left(md5(canonical), ${sql.lit(canonicalRow.comparedDigits)}) as hash
    from (${sql.raw(canonicalOf(compared, changesOf(compared, { prefixes })))}) records`
  const { rows } = await withKey(database, compared, (reader) => listed.execute(reader))
  return rows.map(({ key, version, hash }) => ({ key, version: BigInt(version), hash }))
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
  { orgId, table, upTo }: Compared,
  {
    prefixes,
    after = 0n,
    limit,
  }: { prefixes?: readonly string[] | undefined; after?: bigint; limit?: number },
): string {
  const among = prefixes && `array[${prefixes.map(escapeLiteral).join(', ')}]::text[]`
  return `
    select record_id, position from changes
    where org_id = ${escapeLiteral(orgId)} and table_name = ${escapeLiteral(table.name)}
      and position > ${after} and position <= ${upTo}
      ${among === undefined ? '' : `and left(md5(record_id), ${prefixes?.[0]?.length ?? 0}) = any(${among})`}
    ${limit === undefined ? '' : `order by position limit ${limit}`}`
}

function canonicalOf({ orgId, table, ...shown }: Compared, changed: string): string {
  // A warehouse may keep hashes of contents that are gone.
  const needsContents = !shown.excludesPersonal || shown.personalKey !== undefined
  const stored = recordsOfChanges(changed, { orgId, records: storedRecordsOf(table, { needsContents }) })
  return canonicalRecords(table, { ...shown, stored })
}
