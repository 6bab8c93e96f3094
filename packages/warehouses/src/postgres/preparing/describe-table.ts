import type { WarehouseTable } from '@signalpost/domain'
import type { Connection } from '../connection.ts'
import { statementsFor } from '../statements.ts'
import { ifAllowed } from './if-allowed.ts'

/** Comments the table and its columns. Leaves alone what a person wrote there. */
export async function describeTable(
  { query, transact }: Connection,
  { table, schema }: { table: WarehouseTable; schema: string },
): Promise<void> {
  const { findUndescribed, lockCurrent, describe } = statementsFor(table, schema)
  const findNames = async () => (await query(findUndescribed)).map(({ name }) => String(name))
  if (describe(await findNames()).length === 0) return
  await ifAllowed(() =>
    transact(async () => {
      await query(lockCurrent)
      for (const statement of describe(await findNames())) await query(statement)
    }),
  )
}
