import {
  canonicalRowInPostgres,
  printedRowHash,
  type WarehouseColumnType,
  type WarehouseLosses,
  type WarehouseTable,
} from '@signalpost/domain'
import pg from 'pg'
import { type PersonalData, projectRecords } from './project-records.ts'
import { storedRecordsOf } from './stored-records.ts'

const { escapeIdentifier } = pg

/** How a warehouse shows records. */
export type Shown = PersonalData & {
  losses: WarehouseLosses
  /** Added to all versions in the warehouse. */
  raisedBy?: bigint | undefined
}

/**
 * Returns a `select` of `key`, `version` and the canonical text of records as a warehouse shows them. `stored` is SQL
 * as `projectRecords` accepts it.
 */
export function canonicalRecords(table: WarehouseTable, shown: Shown & { stored: string }): string {
  const row = {
    version: '_version',
    isDeleted: `_deleted = 'true'`,
    valueOf: ({ name }: { name: string }) => escapeIdentifier(name),
  }
  const values = table.columns.map(({ name, type }) => {
    const column = escapeIdentifier(name)
    return `${typed[type](column)} as ${column}`
  })
  return `
    select ${escapeIdentifier(table.key)} as key, _version as version,
      ${canonicalRowInPostgres(table, row, shown.losses)} as canonical
    from (
      select ${[...values, '_version', '_deleted'].join(', ')}
      from (${shownRecords(table, shown)}) as projected
      offset 0 -- each column is converted once, however often it is named
    ) as converted`
}

/** Returns a `select` of `key` and the hash of records as a warehouse in PostgreSQL prints them. */
export function printedRecords(table: WarehouseTable, shown: Shown & { stored: string }): string {
  const hash = printedRowHash(table, {
    ...{ version: '_version', isDeleted: '_deleted' },
    // A double has several texts, of which PostgreSQL prints one.
    valueOf: ({ name, type }) => {
      const column = escapeIdentifier(name)
      return type === 'float' ? typed.float(column) : column
    },
  })
  return `
    select ${escapeIdentifier(table.key)} as key, ${hash} as hash
    from (${shownRecords(table, shown)}) as projected`
}

function shownRecords(
  table: WarehouseTable,
  { stored, losses: _losses, raisedBy = 0n, ...personal }: Shown & { stored: string },
): string {
  return `
    ${projectRecords(table, storedRecordsOf(table), { ...personal, stored, raisedBy })}
    where stored.key is not null
    offset 0 -- each column is taken out once, however often it is named
  `
}

const asText = (value: string): string => `${value}::text`
const asJson = (value: string): string => `${value}::jsonb`

/** Converts the text of a batch. */
const typed: Readonly<Record<WarehouseColumnType, (value: string) => string>> = {
  text: asText,
  enum: asText,
  integer: asText,
  float: (value) => `${value}::double precision`,
  boolean: (value) => `${value}::boolean`,
  // PostgreSQL calls year 0 the year 1 BC.
  instant: (value) =>
    `(case when left(${value}, 4) = '0000' then '0001' || substr(${value}, 5) || ' BC' else ${value} end)::timestamptz`,
  texts: asJson,
  json: asJson,
}
