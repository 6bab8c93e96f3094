import type { WarehouseTable } from '@signalpost/domain'
import { UnusablePlaceError } from '../../unusable-place-error.ts'
import type { Connection } from '../connection.ts'
import { statementsFor } from '../statements.ts'

/** Throws UnusablePlaceError, with the remedy, if there is no such role, or it may not use a schema that is not ours. */
export async function checkReader(
  { query }: Connection,
  { schema, reader }: { schema: string; reader: string },
): Promise<void> {
  const [role] = await query('select from pg_roles where rolname = $1', [reader])
  if (role === undefined) {
    throw new UnusablePlaceError(
      `The role ${reader} of grantRead does not exist: create it, or name another.`,
    )
  }
  const [closed] = await query(
    `select from pg_namespace where nspname = $1
     and not pg_has_role(nspowner, 'usage') and not has_schema_privilege($2, oid, 'usage')`,
    [schema, reader],
  )
  if (closed !== undefined) {
    throw new UnusablePlaceError(
      `The schema ${schema} belongs to another role, so its owner has to grant usage on it to ${reader}.`,
    )
  }
}

/** Lets a role read the table and its view, if they are ours and it may not yet. */
export async function grantReading(
  { query, transact }: Connection,
  { table, schema, reader }: { table: WarehouseTable; schema: string; reader: string },
): Promise<void> {
  const { findUnreadable, lockCurrent, grantReading: grant } = statementsFor(table, schema)
  const findPlaces = async () => (await query(findUnreadable, [reader])).map(({ place }) => String(place))
  if ((await findPlaces()).length === 0) return
  await transact(async () => {
    await query(lockCurrent)
    for (const place of await findPlaces()) await query(grant({ place, reader }))
  })
}
