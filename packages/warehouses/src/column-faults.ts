import type { ColumnFault } from './target.ts'

/** Returns the faults of a table's columns, in the order of the expected ones. Types are strings. */
export function columnFaults(
  expected: Iterable<readonly [name: string, type: string]>,
  found: ReadonlyMap<string, string>,
): ColumnFault[] {
  return [...expected]
    .map(([column, type]) => ({ column, expected: type, found: found.get(column) }))
    .filter((one) => one.found !== one.expected)
}
