import { randomBytes } from 'node:crypto'
import { createClient } from '@clickhouse/client'
import { startClickHouse } from '@signalpost/testing'
import { clickhouse } from '../../clickhouse/clickhouse.ts'
import { readStoredRow } from '../reading/read-stored-row.ts'
import { type Place, type RigStarter, troubleWith } from '../warehouse-rig.ts'

/** ClickHouse's engine in a child process; a database for each place. */
export const clickhouseRig: RigStarter = {
  name: 'clickhouse',
  kind: 'clickhouse',
  isHeavy: true,
  start: async () => {
    const server = await startClickHouse()
    const { url, user, password } = server
    const client = createClient({
      url,
      username: user,
      password,
      clickhouse_settings: { output_format_json_quote_64bit_integers: 1, mutations_sync: '2' },
    })
    const settings = { url, user, database: 'place' }
    const secrets = { password }
    const trouble = troubleWith({ settings, secrets })
    return {
      kind: clickhouse,
      createPlace: async () => createPlace(client, { settings, secrets }),
      troubles: [
        trouble('a wrong password', 'configuration', { secrets: { password: 'wrong' } }),
        trouble('a wrong user', 'configuration', { settings: { ...settings, user: 'nobody' } }),
        trouble('a server that is away', 'retry', { settings: { ...settings, url: 'http://127.0.0.1:1' } }),
        trouble('an unknown name', 'retry', { settings: { ...settings, url: 'http://nobody.invalid:8123' } }),
      ],
      absentTexts: [],
      isTransactional: false,
      replacesEqual: true,
      hasComments: true,
      close: async () => {
        await client.close()
        await server.stop()
      },
    }
  },
}

type Client = ReturnType<typeof createClient>

function createPlace(client: Client, { settings, secrets }: Pick<Place, 'settings' | 'secrets'>): Place {
  const database = `place_${randomBytes(6).toString('hex')}`
  const query = async (text: string, query_params: Record<string, unknown> = {}) => {
    const result = await client.query({ query: text, query_params, format: 'JSONEachRow' })
    return result.json<Record<string, unknown>>()
  }
  return {
    settings: { ...Object(settings), database },
    secrets,
    readRows: async (table) => {
      const own = `${database}.${table.name}`
      const rows = await query(`
        SELECT * FROM ${own}_current
        UNION ALL SELECT * FROM (
          SELECT * FROM ${own} ORDER BY _version DESC LIMIT 1 BY org_id, ${table.key}
        ) WHERE _deleted = 1`)
      return rows.map((row) => readStoredRow(table, row))
    },
    comments: {
      read: async ({ name: of }) => {
        const rows = await query(
          `SELECT name, comment FROM system.columns WHERE database = {database:String} AND table = {of:String}
           UNION ALL SELECT '', comment FROM system.tables WHERE database = {database:String} AND name = {of:String}`,
          { database, of },
        )
        return Object.fromEntries(rows.map(({ name, comment }) => [name, comment]))
      },
      write: async ({ name }, column, comment) => {
        await client.command({
          query: `ALTER TABLE ${database}.${name} COMMENT COLUMN ${column} '${comment}'`,
        })
      },
    },
    hasTable: async ({ name }) => {
      const rows = await query(
        'SELECT 1 FROM system.tables WHERE database = {database:String} AND name IN {names:Array(String)}',
        { database, names: [name, `${name}_current`] },
      )
      return rows.length > 0
    },
    tamper: {
      removeRow: async (table, key) => {
        const statement = `DELETE FROM ${database}.${table.name} WHERE ${table.key} = {key:String}`
        await client.command({ query: statement, query_params: { key } })
      },
      setText: async (table, key, { column, text }) => {
        const change = `ALTER TABLE ${database}.${table.name} UPDATE ${column} = {text:String}`
        const query_params = { key, text }
        await client.command({ query: `${change} WHERE ${table.key} = {key:String}`, query_params })
      },
      replaceTable: async ({ name, key }) => {
        const own = `${database}.${name}`
        await client.command({
          query: `CREATE OR REPLACE TABLE ${own} ENGINE = MergeTree ORDER BY ${key} AS SELECT org_id, ${key} FROM ${own}`,
        })
      },
      dropHistory: async () => {
        await client.command({ query: `ALTER TABLE ${database}._signalpost_cursors DROP COLUMN history` })
      },
      dropCursors: async () => {
        await client.command({ query: `DROP TABLE ${database}._signalpost_cursors SYNC` })
      },
    },
  }
}
