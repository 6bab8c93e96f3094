import type { WarehouseTable } from '@signalpost/domain'
import type { Engine } from './engine.ts'
import { hasTable } from './has-table.ts'
import { cursorStatements, statementsFor } from './statements.ts'

/** Removes a workspace's rows and cursors in one transaction, and the tables without rows of other workspaces. */
export function dropTables(
  engine: Engine,
  { tables, orgId }: { tables: readonly WarehouseTable[]; orgId: string },
): Promise<void> {
  const { query, run, transact } = engine
  const dropWhereEmpty = async ({ countRows, drop }: { countRows: string; drop: string }) => {
    const [found] = await query(countRows)
    if (found?.rows === 0) await run(drop)
  }
  return transact(async () => {
    const hasCursors = await hasTable(engine, cursorStatements.name)
    for (const table of tables) {
      if (hasCursors) await run(cursorStatements.remove, [orgId, table.name])
      const statements = statementsFor(table)
      const [found] = await query(statements.countOwnColumns, [table.name])
      if (Number(found?.own) === 0) continue
      await run(statements.removeWorkspace, [orgId])
      await dropWhereEmpty(statements)
      const [current] = (await hasTable(engine, table.name)) ? [] : await query(statements.findCurrent)
      if (current?.is_ours === true) await run(statements.dropCurrent)
    }
    if (hasCursors) await dropWhereEmpty(cursorStatements)
  })
}
