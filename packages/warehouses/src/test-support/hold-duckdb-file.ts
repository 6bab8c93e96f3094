import { DuckDBInstance } from '@duckdb/node-api'

// Plays an analyst's process: opens a file, read-only by default, prints how many rows a table has, and holds the file
// until it is asked to end.

const [file = '', table = '', mode = 'READ_ONLY'] = process.argv.slice(2)
const instance = await DuckDBInstance.create(file, { access_mode: mode })
const connection = await instance.connect()
const [row] = (
  await connection.runAndReadAll(`select count(*)::integer as rows from ${table}`)
).getRowObjectsJS()
process.send?.({ rows: row?.rows })
process.once('disconnect', () => {
  connection.closeSync()
  instance.closeSync()
})
