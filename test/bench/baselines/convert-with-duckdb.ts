import { DuckDBInstance } from '@duckdb/node-api'

// Runs one statement on DuckDB with its defaults, except for the number of threads; prints the milliseconds it took.

const [statement = '', threads = '2'] = process.argv.slice(2)
const instance = await DuckDBInstance.create(':memory:', { threads })
const connection = await instance.connect()
const startedAtMs = performance.now()
await connection.run(statement)
process.stdout.write(String(performance.now() - startedAtMs))
connection.closeSync()
instance.closeSync()
