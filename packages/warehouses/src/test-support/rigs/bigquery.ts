import { bigquery } from '../../bigquery/bigquery.ts'
import { makePrivateKey } from '../make-private-key.ts'
import { type BigQueryStub, startBigQueryStub } from '../stubs/bigquery-stub.ts'
import { installStubs } from '../stubs/install-stubs.ts'
import { readStubRows } from '../stubs/read-stub-rows.ts'
import { type Place, type Rig, type RigStarter, troubleWith } from '../warehouse-rig.ts'

/** A dataset for each place in an emulated project, because BigQuery's engine is not available. */
export const bigqueryRig: RigStarter = {
  name: 'bigquery (beta: on a stand-in)',
  kind: 'bigquery',
  isHeavy: false,
  start: startBigQueryRig,
}

type BigQueryRig = Omit<Rig, 'createPlace'> & {
  stub: BigQueryStub
  createPlace: () => Promise<Place & { dataset: string }>
}

export async function startBigQueryRig(): Promise<BigQueryRig> {
  const stub = await startBigQueryStub({
    project: 'acme-analytics',
    email: 'sync@acme-analytics.iam.gserviceaccount.com',
  })
  const { libraries, remove } = await installStubs(bigquery, {
    '@google-cloud/bigquery': stub.library,
    'google-auth-library': stub.authLibrary,
  })
  const { project, email } = stub
  const privateKey = makePrivateKey()
  const secretsOf = (clientEmail: string) => ({
    credentials: JSON.stringify({
      type: 'service_account',
      client_email: clientEmail,
      private_key: privateKey,
    }),
  })
  await stub.createDataset('trouble')
  const settings = { project, dataset: 'trouble' }
  const trouble = troubleWith({ settings, secrets: secretsOf(email) })
  let places = 0
  return {
    stub,
    kind: bigquery,
    createPlace: async () => {
      places += 1
      const dataset = `place_${places}`
      await stub.createDataset(dataset)
      return {
        ...placeIn(stub, dataset),
        dataset,
        settings: { project, dataset },
        secrets: secretsOf(email),
        libraries,
      }
    },
    troubles: [
      trouble('a key that is not its account’s', 'configuration', { secrets: secretsOf('nobody@acme') }),
      trouble('a project that it may not enter', 'configuration', {
        settings: { ...settings, project: 'other' },
      }),
      trouble('a dataset that is not there', 'configuration', { settings: { ...settings, dataset: 'none' } }),
      trouble('an unknown name', 'retry', { settings: { ...settings, project: 'away' } }),
    ],
    absentTexts: [],
    isTransactional: true,
    isStandIn: true,
    close: async () => {
      stub.close()
      await remove()
    },
  }
}

function placeIn(stub: BigQueryStub, dataset: string): Pick<Place, 'readRows' | 'hasTable' | 'tamper'> {
  return {
    readRows: (table) => readStubRows((sql) => stub.query(dataset, sql), table),
    hasTable: async ({ name }) => {
      const rows = await stub.query(
        dataset,
        'SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = @name',
        { name },
      )
      return rows.length === 1
    },
    tamper: {
      removeRow: async (table, key) => {
        await stub.query(dataset, `DELETE FROM ${table.name} WHERE ${table.key} = @key`, { key })
      },
      setText: async (table, key, { column, text }) => {
        const update = `UPDATE ${table.name} SET ${column} = @text WHERE ${table.key} = @key`
        await stub.query(dataset, update, { key, text })
      },
      repeatRow: async ({ name, key: column }, key) => {
        await stub.query(dataset, `INSERT INTO ${name} SELECT * FROM ${name} WHERE ${column} = @key`, { key })
      },
      replaceTable: async ({ name, key }) => {
        await stub.query(dataset, `CREATE OR REPLACE TABLE ${name} AS SELECT org_id, ${key} FROM ${name}`)
      },
      dropHistory: async () => {
        await stub.query(dataset, 'ALTER TABLE _signalpost_cursors DROP COLUMN history')
      },
      dropCursors: async () => {
        await stub.query(dataset, 'DROP TABLE _signalpost_cursors')
      },
    },
  }
}
