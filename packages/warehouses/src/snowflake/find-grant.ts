import { quote } from './quote.ts'
import type { Session } from './session.ts'
import { SnowflakeError } from './snowflake-error.ts'

// Snowflake says of what a role may not see that it does not exist.
const hidden = new Set(['000606', '002003', '002043', '090105', '090106'])

type Place = { database: string; schema: string; compute: string }

/** Returns the statements that grant the session's role what a sync needs; undefined for another error. */
export async function findGrant(
  session: Pick<Session, 'run'>,
  { database, schema, compute }: Place,
  error: Error,
): Promise<string | undefined> {
  if (!(error instanceof SnowflakeError)) return undefined
  if (error.sqlState !== '42501' && !hidden.has(error.code)) return undefined
  // Roles, unlike our names, may have lower-case letters. Without an answer, the first error still says more.
  const [row] = await session.run('SELECT CURRENT_ROLE() AS "role"').catch(() => [])
  if (typeof row?.role !== 'string') return undefined
  const role = `TO ROLE "${row.role.replaceAll('"', '""')}"`
  const place = `${quote(database)}.${quote(schema)}`
  return [
    `GRANT USAGE ON WAREHOUSE ${quote(compute)} ${role};`,
    `GRANT USAGE ON DATABASE ${quote(database)} ${role};`,
    `GRANT USAGE, CREATE TABLE ON SCHEMA ${place} ${role};`,
  ].join(' ')
}
