import { CompiledQuery, sql } from 'kysely'
import type { Database } from '../database.ts'

/** A table of a warehouse, whose cursor carries a mark. */
export type MarkedTable = { warehouseId: string; table: string }

/** A mark to make; with `follows`, only if that one exists. */
export type NewMark = MarkedTable & { follows?: string | undefined }

// Longer than a batch can be in flight, and than a restored warehouse is likely to be behind.
const keptFor = '2 days'

/**
 * Makes a mark, durable before this returns: a database with the mark has everything that could be read before. Returns
 * undefined if the mark that it follows is missing.
 */
export async function createMark(database: Database, mark: NewMark): Promise<string | undefined> {
  const { text, values } = markStatement(mark)
  const { rows } = await database.executeQuery<{ mark: string }>(CompiledQuery.raw(text, values))
  return rows[0]?.mark
}

/** Returns the statement, whose result is the `mark` or no row. */
export function markStatement({ warehouseId, table, follows }: NewMark): { text: string; values: unknown[] } {
  return {
    text: `
      insert into warehouse_marks (warehouse_id, table_name)
      select $1, $2
      where $3::uuid is null or exists (select from warehouse_marks where mark = $3::uuid and table_name = $2)
      returning mark`,
    values: [warehouseId, table, follows ?? null],
  }
}

/** Whether the database has a mark of a table, whichever warehouse it was made for. */
export async function hasMark(
  database: Database,
  { table, mark }: { table: string; mark: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from warehouse_marks where mark = ${mark} and table_name = ${table}`.execute(database)
  return rows.length > 0
}

/** Deletes the marks that no cursor can have any more, once it has `mark`. */
export async function pruneMarks(
  database: Database,
  { warehouseId, table, mark }: MarkedTable & { mark: string },
): Promise<void> {
  await sql`
    delete from warehouse_marks
    where warehouse_id = ${warehouseId} and table_name = ${table}
      and marked_at < (
        select marked_at - ${sql.lit(keptFor)}::interval from warehouse_marks where mark = ${mark}
      )`.execute(database)
}
