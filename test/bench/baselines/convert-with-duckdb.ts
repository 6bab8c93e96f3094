import { DuckDBInstance } from '@duckdb/node-api'

// One statement by DuckDB as it comes, but for the number of threads: prints how many milliseconds it took.

const [statement = '', threads = '2'] = process.argv.slice(2)
const instance = await DuckDBInstance.create(':memory:', { threads })
const connection = await instance.connect()
const startedAtMs = performance.now()
await connection.run(statement)
process.stdout.write(String(performance.now() - startedAtMs))
connection.closeSync()
instance.closeSync()
