import type { WarehouseTable } from '@signalpost/domain'
import { isOfSync } from '../target.ts'
import type { Connection } from './connection.ts'
import { findColumns } from './find-columns.ts'
import { findView } from './prepare-table.ts'
import { cursorStatementsFor, cursorsName, statementsFor } from './statements.ts'

/** Removes a workspace's rows and cursors, and the tables without rows and cursors of other workspaces. */
export async function dropTables(
  connection: Connection,
  { tables, orgId, database }: { tables: readonly WarehouseTable[]; orgId: string; database: string },
): Promise<void> {
  const names = tables.map(({ name }) => name)
  const found = await findColumns(connection, database, [...names, cursorsName])
  const cursors = cursorStatementsFor(database)
  const hasCursors = found.has(cursorsName)
  for (const table of tables) {
    const parameters = { org_id: orgId, table_name: table.name }
    const { isOthers, removeWorkspace, drop, dropView } = statementsFor(table, database)
    // Rows that remain without a cursor do no harm: they are sent again.
    if (hasCursors) await connection.run(cursors.remove, parameters)
    const stored = found.get(table.name)
    if (stored === undefined || !isOfSync(stored)) continue
    const others = [
      ...(hasCursors ? await connection.query(cursors.isOthers, parameters) : []),
      ...(await connection.query(isOthers, parameters)),
    ]
    if (others.length > 0) {
      await connection.run(removeWorkspace, parameters)
      continue
    }
    if ((await findView(connection, { table, database })) !== undefined) await connection.run(dropView)
    await connection.run(drop)
  }
  if (hasCursors && (await connection.query(cursors.isUsed)).length === 0) await connection.run(cursors.drop)
}
