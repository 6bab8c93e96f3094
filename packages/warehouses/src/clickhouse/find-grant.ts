import { accessDenied } from './fault-of.ts'
import { quote } from './quote.ts'

/** All that a sync does. `ALTER` includes columns that come later, comments, and the deletion of rows. */
const rights = 'SELECT, INSERT, ALTER, CREATE TABLE, CREATE VIEW, DROP TABLE, DROP VIEW'

/** Returns the statement that grants what a user lacks for a sync; undefined for another error. */
export function findGrant(
  error: Error,
  { database, user }: { database: string; user: string },
): string | undefined {
  if (!('code' in error && error.code === accessDenied)) return undefined
  const all = /\bCREATE DATABASE\b/.test(error.message) ? `CREATE DATABASE, ${rights}` : rights
  return `GRANT ${all} ON ${quote(database)}.* TO ${quote(user)}`
}
