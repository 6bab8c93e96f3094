import pg from 'pg'
import { withDatabase } from '../template-database.ts'

/** A value of each setting that a database or a role may have and that would change what we read or write. */
export const hostileSettings = {
  DateStyle: 'German, DMY',
  IntervalStyle: 'sql_standard',
  TimeZone: 'Asia/Kolkata',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  client_encoding: 'LATIN1',
  lc_monetary: 'C.UTF-8',
  lc_numeric: 'C.UTF-8',
  lc_time: 'C.UTF-8',
  quote_all_identifiers: 'on',
  xmlbinary: 'hex',
  xmloption: 'document',
  array_nulls: 'off',
  standard_conforming_strings: 'off',
  transform_null_equals: 'on',
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  gin_fuzzy_search_limit: '1',
  row_security: 'off',
  exit_on_error: 'on',
  idle_in_transaction_session_timeout: '300ms',
  idle_session_timeout: '300ms',
  lock_timeout: '1ms',
  // Longer than what a session sets before it works takes on a busy machine.
  statement_timeout: '2s',
  transaction_timeout: '2s',
} as const satisfies Record<string, string>

/** Gives a database settings, for connections that are opened from now on; null resets one. */
export async function setOnDatabase(
  superuserUrl: string,
  settings: Readonly<Record<string, string | null>>,
): Promise<void> {
  const name = new URL(superuserUrl).pathname.slice(1)
  // Another database, since a setting may keep its own sessions from changing it.
  const client = new pg.Client({ connectionString: withDatabase(superuserUrl, 'postgres') })
  await client.connect()
  try {
    const database = client.escapeIdentifier(name)
    for (const [setting, value] of Object.entries(settings)) {
      // A list of names, such as a search_path, is written without quotes.
      const change =
        value === null
          ? `reset ${setting}`
          : `set ${setting} = ${setting === 'search_path' ? value : client.escapeLiteral(value)}`
      await client.query(`alter database ${database} ${change}`)
    }
  } finally {
    await client.end()
  }
}
