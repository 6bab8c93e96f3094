import { DuckDBInstance } from '@duckdb/node-api'

// Reads a warehouse like a stranger to the product: `node read-duckdb.ts FILE QUERY` prints rows as JSON.

const [file, query = ''] = process.argv.slice(2)
const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' })
const connection = await instance.connect()
process.stdout.write(JSON.stringify((await connection.runAndReadAll(query)).getRowObjectsJson()))
