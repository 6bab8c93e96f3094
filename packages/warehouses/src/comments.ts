import type { WarehouseTable } from '@signalpost/domain'
import type { syncColumns } from './target.ts'

/** What the columns hold that a sync adds. */
export const syncComments: Readonly<Record<(typeof syncColumns)[number], string>> = {
  _version: 'Grows with each change of the row; of two versions the greater counts.',
  _deleted: 'Whether the record was deleted; then all else but the key is null.',
  _synced_at: 'When the row was written here.',
  _batch_id: 'The batch that wrote the row.',
}

/**
 * Returns a statement for each place without a comment. `undescribed` has the names of columns, and the empty name for
 * the table itself. Columns that a person added get none.
 */
export function describe(
  { comment, columns }: WarehouseTable,
  undescribed: readonly string[],
  say: { table: (comment: string) => string; column: (name: string, comment: string) => string },
): string[] {
  const comments = new Map([
    ...columns.map((column): [string, string] => [column.name, column.comment]),
    ...Object.entries(syncComments),
  ])
  return undescribed.flatMap((name) => {
    if (name === '') return say.table(comment)
    const found = comments.get(name)
    return found === undefined ? [] : say.column(name, found)
  })
}

/** The view of the rows of a table that are not deleted. */
export function currentNameOf({ name }: Pick<WarehouseTable, 'name'>): string {
  return `${name}_current`
}

/** A comment on a view, by which a later version tells it from one that a person made. */
export const currentNote = 'The rows that are not deleted. Kept by Signalpost.'
