import type { WarehouseTable } from '@signalpost/domain'

/** The view of the rows of a table that are not deleted. */
export function currentNameOf({ name }: Pick<WarehouseTable, 'name'>): string {
  return `${name}_current`
}

/** A comment on a view, by which a later version tells it from one that a person made. */
export const currentNote = 'The rows that are not deleted. Kept by Signalpost.'
