import type { ColumnFault } from './target.ts'

/** What is wrong with the columns of a table, in the order of those that are expected; types by names. */
export function columnFaults(
  expected: Iterable<readonly [name: string, type: string]>,
  found: ReadonlyMap<string, string>,
): ColumnFault[] {
  return [...expected]
    .map(([column, type]) => ({ column, expected: type, found: found.get(column) }))
    .filter((one) => one.found !== one.expected)
}
