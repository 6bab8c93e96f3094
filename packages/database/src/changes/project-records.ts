import { partsOf, type WarehouseColumn, type WarehouseTable } from '@signalpost/domain'
import pg from 'pg'
import { hashedValueOf } from './hash-personal.ts'
import type { StoredRecords } from './stored-records.ts'

const { escapeIdentifier, escapeLiteral } = pg

/** What becomes of personal data in a warehouse. */
export type PersonalData = {
  /** Left out, unless there is a key. */
  excludesPersonal: boolean
  /** Hashed under this key instead, which the transaction must use: see `usePersonalKey`. */
  personalKey?: string | undefined
  /** Mail addresses are left out unless they were asked for. */
  hasMailAddresses?: boolean | undefined
}

/**
 * Returns a `select` of records as rows of their table in warehouses, in the text of a `Batch`: the columns of the
 * table, then `_version` and `_deleted`. A deleted record has null for everything but its key and these two. `stored`
 * is SQL that returns `org_id`, `key`, `version`, `is_there` and the values of the records; a condition may follow.
 * `raisedBy` is added to each version.
 */
export function projectRecords(
  { columns }: WarehouseTable,
  records: StoredRecords,
  { stored, raisedBy, ...personal }: PersonalData & { stored: string; raisedBy: bigint },
): string {
  const projected = columns.map((column) => {
    return `${valueShown(column, personal)} as ${escapeIdentifier(column.name)}`
  })
  return project(records, { projected, stored, raisedBy })
}

/** Does the same in parts: with the documents in which the columns are found, in the text of a `Batch` in parts. */
export function projectParts(
  table: WarehouseTable,
  records: StoredRecords,
  { stored, raisedBy }: { stored: string; raisedBy: bigint },
): string {
  const projected = partsOf(table).map(({ name }) => `parts.${escapeIdentifier(name)}`)
  return project(records, { projected, stored, raisedBy })
}

function project(
  { values, parts }: StoredRecords,
  { projected, stored, raisedBy }: { projected: readonly string[]; stored: string; raisedBy: bigint },
): string {
  const unchanged = Object.keys(values).map((name): [string, string] => [name, escapeIdentifier(name)])
  const taken = [...unchanged, ...Object.entries(parts)].map(
    ([name, value]) => `case when is_there then ${value} end as ${escapeIdentifier(name)}`,
  )
  return `
    select ${projected.join(', ')}, version + ${raisedBy} as _version, (not is_there)::text as _deleted
    from (${stored}) stored
    cross join lateral (
      select org_id as "orgId", key, ${taken.join(', ')}
      offset 0 -- each part is taken out once, however many columns are found in it
    ) parts`
}

function valueShown(
  column: WarehouseColumn,
  { excludesPersonal, personalKey, hasMailAddresses = false }: PersonalData,
): string {
  if (column.isMailAddress && !hasMailAddresses) return 'null'
  const value = valueOfColumn(column)
  if (!column.isPersonal || !excludesPersonal) return value
  if (personalKey === undefined) return impersonalValueOf(column)
  const { impersonalFrom: from } = column
  return hashedValueOf(column, { value, impersonal: from && valueOfColumn({ from }) })
}

function impersonalValueOf({ from, impersonalFrom, keptMembers }: WarehouseColumn): string {
  if (impersonalFrom !== undefined) return valueOfColumn({ from: impersonalFrom })
  if (keptMembers === undefined) return 'null'
  const value = `coalesce(${from.map(valueAt).join(', ')})`
  return `case jsonb_typeof(${value}) when 'object' then (
      select jsonb_object_agg(key, value) from jsonb_each(${value})
      where key in (${keptMembers.map((member) => escapeLiteral(member)).join(', ')})
    ) else ${value} end`
}

function valueOfColumn({ from }: Pick<WarehouseColumn, 'from'>): string {
  return `coalesce(${from.map(valueAt).join(', ')})`
}

/** Returns the text of the value at a path; null where JSON has null. */
function valueAt(path: string): string {
  const [part = '', ...members] = path.split('.')
  const steps = members.map((member, index) => {
    const arrow = index === members.length - 1 ? '->>' : '->'
    return `${arrow} ${escapeLiteral(member)}`
  })
  return [`parts.${escapeIdentifier(part)}`, ...steps].join(' ')
}
