import type { WarehouseTable } from '@signalpost/domain'
import type { Connection } from '../connection.ts'
import { statementsFor } from '../statements.ts'
import { ifAllowed } from './if-allowed.ts'

/**
 * Creates the view of current rows, or gives it the columns that the table has by now. Leaves alone what a person made
 * under its name.
 */
export async function showCurrent(
  { query, transact }: Connection,
  { table, schema }: { table: WarehouseTable; schema: string },
): Promise<void> {
  const { findCurrent, lockCurrent, replaceCurrent, noteCurrent } = statementsFor(table, schema)
  const [found] = await query(findCurrent)
  if (found !== undefined && (found.is_ours !== true || found.is_whole === true)) return
  await ifAllowed(() =>
    transact(async () => {
      for (const statement of [lockCurrent, replaceCurrent, noteCurrent]) await query(statement)
    }),
  )
}
