import { hostileSettings, pgbouncerAvailable, setOnDatabase, startPgbouncer } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import pg from 'pg'
import { describe, expect } from 'vitest'
import { createSessionPool, openSession } from './create-session-pool.ts'
import { checkSession, refusedSettings, sessionSettings } from './session-settings.ts'

/** Settings that a session may have, and why each may be as the database or the role has it. */
const harmless = {
  'changes no result': [
    'check_function_bodies',
    'client_connection_check_interval',
    'client_min_messages',
    'commit_delay',
    'commit_siblings',
    'deadlock_timeout',
    'default_table_access_method',
    'default_tablespace',
    'default_toast_compression',
    'escape_string_warning',
    'event_triggers',
    'gin_pending_list_limit',
    'icu_validation_level',
    'jit_provider',
    'lo_compat_privileges',
    'restrict_nonsystem_relation_kind',
    'synchronize_seqscans',
    'temp_tablespaces',
    'wal_compression',
    'wal_consistency_checking',
    'wal_init_zero',
    'wal_recycle',
    'wal_skip_threshold',
    'wal_sender_timeout',
    'track_commit_timestamp',
  ],
  'only maintenance reads it': [
    'createrole_self_grant',
    'vacuum_buffer_usage_limit',
    'vacuum_cost_delay',
    'vacuum_cost_limit',
    'vacuum_cost_page_dirty',
    'vacuum_cost_page_hit',
    'vacuum_cost_page_miss',
    'vacuum_failsafe_age',
    'vacuum_freeze_min_age',
    'vacuum_freeze_table_age',
    'vacuum_max_eager_freeze_failure_rate',
    'vacuum_multixact_failsafe_age',
    'vacuum_multixact_freeze_min_age',
    'vacuum_multixact_freeze_table_age',
    'vacuum_truncate',
  ],
  'only superusers set it, to load or repair': [
    'dynamic_library_path',
    'extension_control_path',
    'local_preload_libraries',
    'session_preload_libraries',
  ],
  'no statement of ours reads it': [
    'backslash_quote',
    'default_text_search_config',
    'lc_messages',
    'timezone_abbreviations',
  ],
  'is the default of one that is refused': ['default_transaction_read_only', 'transaction_deferrable'],
  'pools set it as they need it': [
    'search_path',
    'synchronous_commit',
    'tcp_keepalives_count',
    'tcp_keepalives_idle',
    'tcp_keepalives_interval',
    'tcp_user_timeout',
  ],
}

const categories = [
  'Client Connection Defaults / %',
  'Connections and Authentication / TCP Settings',
  'Error Handling',
  'Lock Management',
  'Version and Platform Compatibility / %',
  'Write-Ahead Log / Settings',
]

let databaseUrl: string
let superuserUrl: string

test.beforeAll(async ({ testDatabase }) => {
  databaseUrl = testDatabase.url
  superuserUrl = testDatabase.superuserUrl
})

test('names every setting of a session that changes what is read or written', async ({ pool }) => {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings where context in ('user', 'superuser') and category like any ($1)`,
    [categories],
  )
  const named = [
    ...Object.keys(sessionSettings),
    ...refusedSettings.map(({ name }) => name),
    ...Object.values(harmless).flat(),
  ]
  expect(rows.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([])
  expect(named.toSorted()).toEqual([...new Set(named)].toSorted())
  expect(Object.keys(hostileSettings).toSorted()).toEqual(Object.keys(sessionSettings).toSorted())
})

describe('on a database with hostile settings', () => {
  test.beforeAll(() => setOnDatabase(superuserUrl, hostileSettings))
  test.afterAll(() => setOnDatabase(superuserUrl, resetting(hostileSettings)))

  test('they are hostile', async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query<Record<string, string>>(readAll)
    await client.end()
    // The driver itself asks for its encoding.
    for (const name of names.filter((one) => one !== 'client_encoding'))
      expect(rows[0]?.[name], name).not.toBe(sessionSettings[name])
  })

  test('a connection of its own has our settings, and may be used', async () => {
    const client = await openSession({
      connectionString: databaseUrl,
      settings: {},
      onError: () => undefined,
    })
    expect((await client.query(readAll)).rows).toEqual([sessionSettings])
    await checkSession(client)
    await client.end()
  })

  test('connections of a pool have our settings, and may be used', async () => {
    const pool = createSessionPool({ connectionString: databaseUrl, settings: {} })
    expect((await pool.query(readAll)).rows).toEqual([sessionSettings])
    await checkSession(pool)
    await pool.end()
  })

  test.skipIf(!pgbouncerAvailable())('each transaction on shared sessions has our settings', async () => {
    const pooler = await startPgbouncer(databaseUrl, { pool_mode: 'transaction', default_pool_size: '1' })
    const pool = createSessionPool({ connectionString: pooler.url, settings: {}, mayShareSessions: true })
    expect((await pool.query(readAll)).rows).toEqual([sessionSettings])
    const client = await pool.connect()
    await client.query('begin')
    expect((await client.query(readAll)).rows).toEqual([sessionSettings])
    await client.query('commit')
    client.release()
    // Our settings come after a transaction has begun as the database has it.
    await expect(checkSession(pool)).rejects.toThrow('transactions do not begin as read committed')
    await pool.end()
    await pooler.stop()
  })
})

test.each([
  ['default_transaction_read_only', 'on', 'the database is read-only'],
  ['session_replication_role', 'replica', 'triggers do not run'],
])('refuses %s = %s by name', async (name, value, reason) => {
  await setOnDatabase(superuserUrl, { [name]: value })
  const pool = createSessionPool({ connectionString: databaseUrl, settings: {} })
  await expect(checkSession(pool)).rejects.toThrow(reason)
  await pool.end()
  await setOnDatabase(superuserUrl, { [name]: null })
})

const names = Object.keys(sessionSettings) as (keyof typeof sessionSettings)[]
const readAll = `select ${names.map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`

function resetting(settings: Record<string, string>): Record<string, null> {
  return Object.fromEntries(Object.keys(settings).map((name) => [name, null]))
}
