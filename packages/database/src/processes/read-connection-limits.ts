import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** How many connections the server takes, and how many of them only superusers and privileged roles get. */
export type ConnectionLimits = { most: number; reserved: number }

export async function readConnectionLimits(database: Database): Promise<ConnectionLimits> {
  const { rows } = await sql<ConnectionLimits>`
    select max(setting::integer) filter (where name = 'max_connections') as most,
           sum(setting::integer) filter (where name <> 'max_connections')::integer as reserved
    from pg_settings
    where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`.execute(
    database,
  )
  const [limits] = rows
  if (limits === undefined) throw new Error('The database answered without a row.')
  return limits
}
