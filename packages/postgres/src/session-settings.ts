import { NotReadyError } from '@signalpost/domain'
import type { ClientBase, Pool } from 'pg'

/**
 * What every session sets, because `alter database` and `alter role` can change the default, and these settings change
 * what we read or write. A setting that this server does not know is left out.
 */
export const sessionSettings = {
  // How values become text, which the driver and our own SQL read.
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  client_encoding: 'UTF8',
  lc_monetary: 'C',
  lc_numeric: 'C',
  lc_time: 'C',
  quote_all_identifiers: 'off',
  xmlbinary: 'base64',
  xmloption: 'content',
  // How text becomes statements and values.
  array_nulls: 'on',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  // Which rows a statement sees.
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  gin_fuzzy_search_limit: '0',
  row_security: 'on',
  // What ends a statement or a session. Pools that want a limit set their own.
  exit_on_error: 'off',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  lock_timeout: '0',
  statement_timeout: '0',
  transaction_timeout: '0',
} as const satisfies Record<string, string>

type RefusedSetting = { name: string; wanted: string; why: string; remedy: string }

/** What a session cannot set for itself: the server, the database and the role must leave it as it is. */
export const refusedSettings: readonly RefusedSetting[] = [
  {
    name: 'transaction_read_only',
    wanted: 'off',
    why: 'the database is read-only',
    remedy: 'Set default_transaction_read_only to off for the server, the database and the role.',
  },
  {
    // A session that a pooler shares begins its transactions before we can choose.
    name: 'transaction_isolation',
    wanted: 'read committed',
    why: 'transactions do not begin as read committed',
    remedy:
      "Set default_transaction_isolation to 'read committed' for the server, the database and the role.",
  },
  {
    name: 'session_replication_role',
    wanted: 'origin',
    why: 'triggers do not run, so changes are lost to warehouses and the audit log is open',
    remedy: 'Set session_replication_role to origin for the server, the database and the role.',
  },
  {
    // SQL_ASCII takes every byte, so it counts and cuts letters by bytes and refuses escapes of JSON.
    name: 'server_encoding',
    wanted: 'UTF8',
    why: 'the encoding of the database is not UTF8, so it cannot store or cut every text',
    remedy:
      "Create a database with encoding 'UTF8' template template0. One that has data moves there with pg_dump and pg_restore.",
  },
]

/** @throws NotReadyError for a setting of the session that we cannot set and cannot work with */
export function checkSettings(values: Readonly<Record<string, string | null>>): void {
  for (const { name, wanted, why, remedy } of refusedSettings) {
    if (values[name] !== wanted) throw new NotReadyError(why, remedy)
  }
}

/** The SQL of the columns that `checkSettings` reads. */
export const refusedSettingsSql = refusedSettings
  .map(({ name }) => `current_setting('${name}') as "${name}"`)
  .join(', ')

/** @throws NotReadyError as `checkSettings` does */
export async function checkSession(client: ClientBase | Pool): Promise<void> {
  const { rows } = await client.query<Record<string, string>>(`select ${refusedSettingsSql}`)
  checkSettings(rows[0] ?? {})
}
