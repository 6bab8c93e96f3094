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

const { escapeIdentifier, escapeLiteral } = pg

/** How a warehouse shows records. */
export type Shown = PersonalData & {
  losses: WarehouseLosses
  /** Added to all versions in the warehouse. */
  raisedBy?: bigint | undefined
}

type Selected = Shown & {
  /** SQL as `projectRecords` accepts it. */
  stored: string
  /**
   * Whether each value is asked whether it fits its column, which takes long. Otherwise one that does not, which no intake
   * lets in, ends the statement.
   */
  isCareful?: boolean
}

/**
 * Returns a `select` of `key`, `version`, the canonical text of records as a warehouse shows them, and `unfit`, the names of
 * the columns whose values do not fit. With any of these, the text is none of a warehouse.
 */
export function canonicalRecords(table: WarehouseTable, { isCareful = false, ...shown }: Selected): string {
  const row = {
    version: '_version',
    isDeleted: `_deleted = 'true'`,
    valueOf: ({ name }: { name: string }) => escapeIdentifier(name),
  }
  const values = table.columns.map(({ name, type }) => {
    const column = escapeIdentifier(name)
    return `${(isCareful ? typedIfFit : typed)(type, column)} as ${column}`
  })
  const canonical = canonicalRowInPostgres(table, row, shown.losses)
  return `
    select ${escapeIdentifier(table.key)} as key, _version as version, unfit,
      ${isCareful ? `case when cardinality(unfit) > 0 then '!' else ${canonical} end` : canonical} as canonical
    from (
      select ${[...values, '_version', '_deleted'].join(', ')}, ${isCareful ? unfitColumns(table) : 'null::text[]'} as unfit
      from (${shownRecords(table, shown)}) as projected
      offset 0 -- each column is converted once, however often it is named
    ) as converted`
}

/** Returns a `select` of `key` and the hash of records as a warehouse in PostgreSQL prints them. */
export function printedRecords(table: WarehouseTable, { isCareful = false, ...shown }: Selected): string {
  const hash = printedRowHash(table, {
    ...{ version: '_version', isDeleted: '_deleted' },
    // A double has several texts, of which PostgreSQL prints one.
    valueOf: ({ name, type }) => {
      const column = escapeIdentifier(name)
      if (type !== 'float') return column
      return isCareful ? `coalesce((${typedIfFit(type, column)})::text, ${column})` : typed(type, column)
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

/** What the text of a batch becomes; a text where none is named. */
const types: Readonly<Partial<Record<WarehouseColumnType, string>>> = {
  float: 'double precision',
  boolean: 'boolean',
  instant: 'timestamptz',
  texts: 'jsonb',
  json: 'jsonb',
}

/** Converts the text of a batch. */
function typed(type: WarehouseColumnType, value: string): string {
  return `${readable(type, value)}::${types[type] ?? 'text'}`
}

/** The same; null where it does not fit. */
function typedIfFit(type: WarehouseColumnType, value: string): string {
  return types[type] === undefined
    ? typed(type, value)
    : `case when ${fits(type, value)} then ${typed(type, value)} end`
}

function unfitColumns({ columns }: WarehouseTable): string {
  const names = columns
    .filter(({ type }) => types[type] !== undefined)
    .map(
      ({ name, type }) =>
        `case when not ${fits(type, escapeIdentifier(name))} then ${escapeLiteral(name)} end`,
    )
  return `array_remove(array[${names.join(', ')}]::text[], null)`
}

function fits(type: WarehouseColumnType, value: string): string {
  return `fits_type(${readable(type, value)}, ${escapeLiteral(types[type] ?? 'text')})`
}

/** PostgreSQL calls year 0 the year 1 BC. */
function readable(type: WarehouseColumnType, value: string): string {
  if (type !== 'instant') return value
  return `(case when left(${value}, 4) = '0000' then '0001' || substr(${value}, 5) || ' BC' else ${value} end)`
}
