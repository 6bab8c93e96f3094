import type { WarehouseColumn, WarehouseTable } from '@signalpost/domain'

/** Returns a column of a row as an expression that can be compared. */
type ComparableOf = (row: string, column: Pick<WarehouseColumn, 'name' | 'type'>) => string

/**
 * Returns the SQL condition on which a row of a batch replaces the stored one with its key: a greater version, or in a
 * batch that rewrites also the same version with other contents. So a row that comes again unchanged keeps even the
 * time of its sync.
 */
export function replacementCondition(
  { columns, key }: WarehouseTable,
  rows: { stored: string; staged: string; comparableOf: ComparableOf; rewritesEqual: boolean },
): string {
  const { stored, staged, comparableOf } = rows
  const [before, after] = [stored, staged].map((row) =>
    comparableOf(row, { name: '_version', type: 'integer' }),
  )
  const isNewer = `${after} > ${before}`
  if (!rows.rewritesEqual) return isNewer
  const contents = columns.filter(({ name }) => name !== 'org_id' && name !== key)
  const differs = [...contents, { name: '_deleted', type: 'boolean' as const }].map(
    (column) => `${comparableOf(stored, column)} IS DISTINCT FROM ${comparableOf(staged, column)}`,
  )
  return `(${isNewer} OR (${after} = ${before} AND (
  ${differs.join('\n  OR ')}
)))`
}
