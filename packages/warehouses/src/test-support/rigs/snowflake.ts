import { quote } from '../../snowflake/quote.ts'
import { snowflake } from '../../snowflake/snowflake.ts'
import { makePrivateKey } from '../make-private-key.ts'
import { installStubs } from '../stubs/install-stubs.ts'
import { readStubRows } from '../stubs/read-stub-rows.ts'
import { type SnowflakeStub, startSnowflakeStub } from '../stubs/snowflake-stub.ts'
import { type Place, type Rig, type RigStarter, troubleWith } from '../warehouse-rig.ts'

/** A schema for each place in an emulated account, because Snowflake's engine is not available. */
export const snowflakeRig: RigStarter = {
  name: 'snowflake (beta: on a stand-in)',
  kind: 'snowflake',
  isHeavy: false,
  start: startSnowflakeRig,
}

export async function startSnowflakeRig(): Promise<Rig & { stub: SnowflakeStub }> {
  const stub = await startSnowflakeStub({ account: 'acme', privateKey: makePrivateKey() })
  const { libraries, remove } = await installStubs(snowflake, { 'snowflake-sdk': stub.library })
  const login = { account: 'acme', user: 'SYNC', database: 'ANALYTICS', compute: 'SMALL' }
  const settings = { ...login, schema: 'trouble' }
  const secrets = { privateKey: stub.privateKey }
  const trouble = troubleWith({ settings, secrets })
  let places = 0
  return {
    stub,
    kind: snowflake,
    createPlace: async () => {
      places += 1
      const schema = `place_${places}`
      return { ...placeIn(stub, schema), settings: { ...login, schema }, secrets, libraries }
    },
    troubles: [
      trouble('a key that the user does not have', 'configuration', {
        secrets: { privateKey: makePrivateKey() },
      }),
      trouble('an account that is not there', 'configuration', {
        settings: { ...settings, account: 'nobody' },
      }),
      trouble('an unknown name', 'retry', { settings: { ...settings, account: 'away' } }),
    ],
    absentTexts: null,
    isTransactional: true,
    isStandIn: true,
    close: async () => {
      await stub.close()
      await remove()
    },
  }
}

function placeIn(stub: SnowflakeStub, schema: string): Pick<Place, 'readRows' | 'hasTable' | 'tamper'> {
  return {
    readRows: (table) => readStubRows((sql) => stub.query(schema, sql), table),
    hasTable: async ({ name }) => {
      const rows = await stub.query(
        schema,
        'SELECT 1 FROM information_schema.tables WHERE lower(table_name) = ?',
        [name],
      )
      return rows.length === 1
    },
    tamper: {
      removeRow: async (table, key) => {
        await stub.query(schema, `DELETE FROM ${table.name} WHERE ${table.key} = ?`, [key])
      },
      setText: async (table, key, { column, text }) => {
        await stub.query(schema, `UPDATE ${table.name} SET ${column} = ? WHERE ${table.key} = ?`, [text, key])
      },
      repeatRow: async ({ name, key: column }, key) => {
        await stub.query(schema, `INSERT INTO ${name} SELECT * FROM ${name} WHERE ${column} = ?`, [key])
      },
      replaceTable: async ({ name, key }) => {
        await stub.query(
          schema,
          `CREATE OR REPLACE TABLE ${quote(name)} AS SELECT org_id, ${key} FROM ${name}`,
        )
      },
      dropHistory: async () => {
        await stub.query(schema, 'ALTER TABLE _signalpost_cursors DROP COLUMN history')
      },
      dropCursors: async () => {
        await stub.query(schema, 'DROP TABLE _signalpost_cursors')
      },
    },
  }
}
