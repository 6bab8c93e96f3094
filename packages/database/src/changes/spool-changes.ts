import { hasDocuments, type WarehouseTable } from '@signalpost/domain'
import pg, { type PoolClient } from 'pg'
import type { DatabasePool } from '../database.ts'
import { markStatement, type NewMark } from '../warehouses/warehouse-marks.ts'
import { copyToFile } from './copy-to-file.ts'
import { usePersonalKey } from './hash-personal.ts'
import { type PersonalData, projectParts, projectRecords } from './project-records.ts'
import { recordsOfChanges } from './records-of-changes.ts'
import { type StoredRecords, storedRecordsOf } from './stored-records.ts'

const { escapeIdentifier, escapeLiteral } = pg

/** How rows are copied to a file. */
export type SpoolOptions = PersonalData & {
  file: string
  /** Added to all versions. */
  raisedBy?: bigint | undefined
  /** A mark to make after the rows were read, in the transaction that read them, so that it is in the same history. */
  newMark?: NewMark | undefined
  /** Whether the reader takes the columns out of documents itself, where it can. */
  readsParts?: boolean | undefined
  signal?: AbortSignal | undefined
}

/** A part of the changes of one table of a workspace. */
export type Stretch = {
  orgId: string
  table: WarehouseTable
  /** Records that changed at positions after this one, */
  after: bigint
  /** up to this one; by default, all. */
  upTo?: bigint | undefined
  /** Only these records; by default, all. */
  keys?: readonly string[] | undefined
  limitRows: number
  /** The approximate stored size of the records, in bytes. At least one record is always included. */
  limitBytes: number
}

export type Spooled = {
  rows: number
  bytes: number
  /** The greatest position that the file covers; undefined if nothing changed. */
  to: bigint | undefined
  /** Whether `limitBytes` ended it: PostgreSQL read the rest of `limitRows` for nothing. */
  isFull: boolean
  /** Whether the file has documents in the place of their columns: see `Batch`. */
  isInParts: boolean
  /** Undefined if none was requested, nothing changed, or the mark that it follows is missing. */
  mark: string | undefined
}

/**
 * Writes the next changed records to a file, each in its present form, as a `Batch`. Reads changes and records in one
 * snapshot, so no row is older than its change. A record with nothing but registers has no row, but is covered.
 * Overwrites the file; after an error or an aborted `signal`, it may hold a part.
 */
export async function spoolChanges(
  pool: DatabasePool,
  { file, newMark, signal, raisedBy = 0n, ...given }: Stretch & SpoolOptions,
): Promise<Spooled> {
  const { orgId, table, limitBytes, excludesPersonal, personalKey, hasMailAddresses } = given
  const records = storedRecordsOf(table, { needsContents: !excludesPersonal })
  const stored = recordsOfChanges(changesOf(given), { orgId, records })
  const { isInParts, statement } = copyOf(table, records, {
    ...{ stored, raisedBy, excludesPersonal, personalKey, hasMailAddresses, readsParts: given.readsParts },
    where: `case when ${passesWithin(limitBytes, 'stored.position')} then stored.key is not null end`,
  })
  const { passed: to, ...copied } = await copyRows(pool, statement, { file, personalKey, newMark, signal })
  return { ...copied, isInParts, to: to === undefined ? undefined : BigInt(to) }
}

/**
 * Copies the rows of a statement to a file, in a transaction of its own with the given settings. Returns how far it got:
 * the last place that `passesWithin` recorded; undefined if there was none.
 */
export async function copyRows(
  pool: DatabasePool,
  statement: string,
  {
    file,
    personalKey,
    newMark,
    signal,
    settings = [],
  }: Pick<SpoolOptions, 'file' | 'personalKey' | 'newMark' | 'signal'> & { settings?: readonly string[] },
): Promise<{ rows: number; bytes: number; mark: string | undefined } & Passed> {
  const client = await pool.connect()
  try {
    await client.query(['begin', ...settings.map((setting) => `set local ${setting}`)].join('; '))
    if (personalKey !== undefined) await client.query(usePersonalKey(personalKey))
    const copied = await copyToFile(client, statement, { file, signal })
    const reached = await readPassed(client)
    const mark =
      reached.passed === undefined || newMark === undefined ? undefined : await insertMark(client, newMark)
    await client.query('commit')
    client.release()
    return { ...copied, ...reached, mark }
  } catch (cause) {
    client.release(true)
    throw cause
  }
}

type Passed = { passed: string | undefined; isFull: boolean }

async function insertMark(client: PoolClient, newMark: NewMark): Promise<string | undefined> {
  const { rows } = await client.query<{ mark: string }>(markStatement(newMark))
  return rows[0]?.mark
}

/** Returns the statement that copies the rows of a table in the form of a `Batch`. COPY takes no parameters. */
export function copyOf(
  table: WarehouseTable,
  records: StoredRecords,
  {
    where,
    readsParts = false,
    ...given
  }: PersonalData & { stored: string; raisedBy: bigint; where: string; readsParts?: boolean | undefined },
): { isInParts: boolean; statement: string } {
  const isInParts = readsParts && !given.excludesPersonal && hasDocuments(table)
  const rows = isInParts ? projectParts(table, records, given) : projectRecords(table, records, given)
  const texts = table.columns.filter(({ type }) => type === 'text' || type === 'enum')
  const quoting = isInParts
    ? // JSON has no such character, so none of its quotes is doubled.
      `quote E'\\x02'`
    : `force_quote (${texts.map(({ name }) => escapeIdentifier(name)).join(', ')})`
  const statement = `copy (${rows} where ${where}) to stdout (format csv, null '\\N', ${quoting})`
  return { isInParts, statement }
}

function changesOf({ orgId, table, after, upTo, keys, limitRows }: Stretch): string {
  return `
    select record_id, position from changes
    where org_id = ${escapeLiteral(orgId)} and table_name = ${escapeLiteral(table.name)}
      and position > ${after} ${upTo === undefined ? '' : `and position <= ${upTo}`}
      ${keys === undefined ? '' : `and record_id = any(array[${keys.map(escapeLiteral).join(', ')}]::text[])`}
    order by position
    limit ${limitRows}`
}

/**
 * Returns a condition that holds for the next `stored` rows of about `limitBytes`, at least one, and records how far
 * `copyRows` got: the place of the last of them. Measuring a stretch before copying it would look everything up twice.
 */
export function passesWithin(limitBytes: number, place: string): string {
  const before = 'coalesce(stored.bytes_before, 0)'
  // Recording each place would take a tenth of the time.
  return `
    case when ${before} >= ${limitBytes} then false
      when stored.is_last or ${before} + coalesce(stored.bytes, 0) >= ${limitBytes}
        then set_config('signalpost.passed', concat(stored.is_last, ' ', ${place}), true) <> ''
      else true end`
}

/** Returns the last place recorded in this transaction, and whether it was not the last of its stretch. */
async function readPassed(client: PoolClient): Promise<Passed> {
  const { rows } = await client.query<{ recorded: string | null }>(
    `select current_setting('signalpost.passed', true) as recorded`,
  )
  const [, isLast, passed] = /^([tf]) (.*)$/s.exec(rows[0]?.recorded ?? '') ?? []
  return { passed, isFull: isLast === 'f' }
}
