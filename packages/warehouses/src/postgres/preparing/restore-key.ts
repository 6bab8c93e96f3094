import type { WarehouseTable } from '@signalpost/domain'
import { UnusablePlaceError } from '../../unusable-place-error.ts'
import type { Connection } from '../connection.ts'
import { statementsFor } from '../statements.ts'

type Place = { table: WarehouseTable; schema: string }

/**
 * Gives a table its primary key back, without which no row can replace another. Throws UnusablePlaceError where rows are
 * there twice.
 */
export async function restoreKey(connection: Connection, { table, schema }: Place): Promise<void> {
  if (await hasKey(connection, { table, schema })) return
  try {
    await connection.query(statementsFor(table, schema).addKey)
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause
    // Without the cause, which names values.
    throw new UnusablePlaceError(
      `The table ${table.name} of the schema ${schema} has lost its primary key, and has rows twice. Run \`./signalpost warehouse verify --repair\` to remove those.`,
    )
  }
}

/** Removes what stands in the way of the key: all rows of one key but that of the greatest version. */
export async function removeRepeated(
  { query, transact }: Connection,
  { table, schema }: Place,
): Promise<void> {
  const { lockTable, findKey, removeRepeated: remove, addKey } = statementsFor(table, schema)
  await transact(async () => {
    const [key] = await query(findKey)
    if (key?.found === true) return
    await query(lockTable)
    await query(remove)
    await query(addKey)
  })
}

async function hasKey({ query }: Connection, { table, schema }: Place): Promise<boolean> {
  const [key] = await query(statementsFor(table, schema).findKey)
  return key?.found === true
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
