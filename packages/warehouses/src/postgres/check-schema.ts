import { quote } from '../quote.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import type { Connection } from './connection.ts'
import { grantOfSchema } from './find-grant.ts'
import { cursorStatementsFor } from './statements.ts'

/** Throws UnusablePlaceError, with the statement that grants what is missing, if the schema cannot hold our tables. */
export async function checkSchema({ query }: Connection, schema: string): Promise<void> {
  const [found] = await query(
    `select n.oid is not null as is_there, current_user as role,
            has_schema_privilege(n.oid, 'usage') as may_use,
            has_schema_privilege(n.oid, 'create') as may_create_in,
            has_database_privilege(current_database(), 'create') as may_create,
            exists (select from pg_class where relnamespace = n.oid and relname = $2) as is_ours
     from (select) one left join pg_namespace n on n.nspname = $1`,
    [schema, cursorStatementsFor(schema).name],
  )
  if (found === undefined) return
  const role = String(found.role)
  const grant = grantOfSchema({ schema, role })
  if (found.is_there === true && found.may_use !== true) {
    throw new UnusablePlaceError(`The user of the URL may not use the schema ${schema}. Run: ${grant}`)
  }
  if (found.is_there === true && found.may_create_in !== true && found.is_ours !== true) {
    throw new UnusablePlaceError(
      `The user of the URL may create no tables in the schema ${schema}. Run: ${grant}`,
    )
  }
  if (found.is_there === false && found.may_create !== true) {
    throw new UnusablePlaceError(
      `The schema ${schema} does not exist, and the user of the URL may not create it. Run: create schema ${quote(schema)} authorization ${quote(role)}`,
    )
  }
}
