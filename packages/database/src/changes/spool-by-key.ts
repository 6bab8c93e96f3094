import type { WarehouseTable } from '@signalpost/domain'
import pg from 'pg'
import type { DatabasePool } from '../database.ts'
import { copyOf, copyRows, passesWithin, type Spooled, type SpoolOptions } from './spool-changes.ts'
import { type StoredRecords, storedRecordsOf } from './stored-records.ts'

const { escapeIdentifier, escapeLiteral } = pg

/** A part of the records of one table of a workspace. */
export type KeyStretch = {
  orgId: string
  table: WarehouseTable
  /** Records after this key; all without it. */
  afterKey?: string | undefined
  limitRows: number
  /** The approximate stored size of the records, in bytes. At least one record is always included. */
  limitBytes: number
}

export type SpooledKeys = Omit<Spooled, 'to'> & {
  /** The key of the last record in the file; undefined if there are no more. */
  lastKey: string | undefined
}

/** Every other plan reads the whole table for each part of it, and without statistics PostgreSQL may choose one. */
export const readsInOrder = ['seqscan', 'bitmapscan', 'sort', 'hashjoin'].map((way) => `enable_${way} = off`)

/**
 * Writes the next records in the order of their keys to a file, each in its present form, as a `Batch`. That is quicker
 * than `spoolChanges`, which looks each record up. Rows are never removed and keys never change, so a pass over all parts
 * reads every record that there was when it began, whatever is written meanwhile. What changes after a part was read is
 * not in it: note a position before the first part, and follow changes from there.
 */
export async function spoolByKey(
  pool: DatabasePool,
  {
    file,
    newMark,
    signal,
    orgId,
    table,
    afterKey,
    limitRows,
    limitBytes,
    raisedBy = 0n,
    ...personal
  }: KeyStretch & SpoolOptions,
): Promise<SpooledKeys> {
  const records = storedRecordsOf(table, { needsContents: !personal.excludesPersonal })
  const stored = recordsInOrder({ orgId, afterKey, limitRows }, records)
  const where = passesWithin(limitBytes, 'stored.key')
  const { isInParts, statement } = copyOf(table, records, { stored, raisedBy, where, ...personal })
  const { passed: lastKey, ...copied } = await copyRows(pool, statement, {
    ...{ file, personalKey: personal.personalKey, newMark, signal, settings: readsInOrder },
  })
  return { ...copied, isInParts, lastKey }
}

/** Returns a `select` of the next records in the order of their keys, as `projectRecords` takes it. */
export function recordsInOrder(
  { orgId: workspace, afterKey, limitRows }: Pick<KeyStretch, 'orgId' | 'afterKey' | 'limitRows'>,
  { from, fromAfter, orgId, key, version, isThere, bytes, values }: StoredRecords,
): string {
  const selected = Object.entries(values).map(([name, value]) => `${value} as ${escapeIdentifier(name)}`)
  const after = escapeLiteral(afterKey ?? '')
  return `
    select *, sum(bytes) over before as bytes_before, lead(true) over before is null as is_last
    from (
      select ${orgId} as org_id, ${key} as key, ${version} as version, ${isThere} as is_there, ${bytes} as bytes,
        ${selected.join(', ')}
      from ${fromAfter?.(after) ?? from}
      where ${orgId} = ${escapeLiteral(workspace)} and ${key} > ${after}
      order by ${key}
      limit ${limitRows}
    ) in_order
    window before as (order by key rows between unbounded preceding and 1 preceding)`
}
