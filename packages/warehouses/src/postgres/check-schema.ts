import { UnusablePlaceError } from '../unusable-place-error.ts'
import type { Connection } from './connection.ts'

/** Throws UnusablePlaceError, with the remedy, if the schema cannot hold our tables. */
export async function checkSchema({ query }: Connection, schema: string): Promise<void> {
  const [found] = await query(
    `select n.oid is not null as is_there,
            has_schema_privilege(n.oid, 'usage') as may_use,
            has_database_privilege(current_database(), 'create') as may_create
     from (select) one left join pg_namespace n on n.nspname = $1`,
    [schema],
  )
  if (found?.is_there === true && found.may_use !== true) {
    throw new UnusablePlaceError(
      `The user of the URL may not use the schema ${schema}: grant usage and create on it.`,
    )
  }
  if (found?.is_there === false && found.may_create !== true) {
    throw new UnusablePlaceError(
      `The schema ${schema} does not exist, and the user of the URL may not create it: create it, and grant usage and create on it.`,
    )
  }
}
