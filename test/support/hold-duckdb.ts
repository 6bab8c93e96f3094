import { DuckDBInstance } from '@duckdb/node-api'

// Plays a person who looks at a warehouse and does not close it: `node hold-duckdb.ts FILE` holds it until stdin ends.

const [file] = process.argv.slice(2)
const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' })
await instance.connect()
process.stdout.write('reading\n')
process.stdin.resume()
process.stdin.once('end', () => process.exit(0))
