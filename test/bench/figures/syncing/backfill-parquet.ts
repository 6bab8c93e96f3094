import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type WarehouseColumnType, warehouseTables } from '@signalpost/domain'
import { defineFigure } from '../../define-figure.ts'
import { backfillGrowth, backfillSpeed, prepareBackfill } from '../../filling/prepare-backfill.ts'

const program = fileURLToPath(new URL('../../baselines/convert-with-duckdb.ts', import.meta.url))
const run = promisify(execFile)

const types: Readonly<Record<WarehouseColumnType, string>> = {
  text: 'VARCHAR',
  enum: 'VARCHAR',
  integer: 'BIGINT',
  float: 'DOUBLE',
  boolean: 'BOOLEAN',
  instant: 'TIMESTAMPTZ',
  texts: 'VARCHAR[]',
  json: 'VARCHAR',
}

const signalColumns = warehouseTables.find(({ name }) => name === 'signals')?.columns ?? []

export const backfillParquet = defineFigure({
  name: 'backfill-parquet',
  title: 'a million signals into Parquet files',
  comparisons: [
    {
      title: 'backfill of a million signals / DuckDB writing Parquet from the same rows in an NDJSON file',
      metric: backfillSpeed,
      of: 'backfill',
      to: 'DuckDB, NDJSON',
      gate: { atLeast: 0.3 },
    },
    {
      title: 'backfill of a million signals / DuckDB writing Parquet from the same rows in a CSV file',
      metric: backfillSpeed,
      of: 'backfill',
      to: 'DuckDB, CSV',
    },
    {
      title: 'memory growth of the process during a backfill, MiB',
      metric: backfillGrowth,
      of: 'backfill',
      gate: { atMost: 256 },
    },
  ],
  prepare: async (stage) => {
    const count = stage.scaled(1_000_000, 100_000)
    const postgres = await stage.startPostgres()
    const { backfill } = await prepareBackfill(stage, postgres, { count })
    const directory = stage.createDirectory()
    const path = join(directory, 'warehouse')
    const emptyAndBackfill = async () => {
      rmSync(path, { recursive: true, force: true })
      await postgres.settle()
      return backfill({ kind: 'parquet', settings: { path }, secrets: {} })
    }
    await emptyAndBackfill()
    const rows = `'${join(path, 'current', 'signals.parquet')}'`
    const output = `'${join(directory, 'converted.parquet')}'`
    const columns = `{${signalColumns.map(({ name, type }) => `${name}: '${types[type]}'`).join(', ')}}`
    const values = signalColumns.map(({ name }) => name).join(', ')
    const baseline = async (name: string, reader: (file: string) => string, options: string) => {
      const file = `'${join(directory, name)}'`
      await convert(`copy (select ${values} from ${rows}) to ${file} (${options})`)
      const statement = `copy (from ${reader(file)}) to ${output} (format parquet, compression zstd)`
      return {
        name: `DuckDB, ${name}`,
        measure: async () => ({ [backfillSpeed]: (count * 1000) / (await convert(statement)) }),
      }
    }
    return [
      { name: 'backfill', measure: emptyAndBackfill },
      await baseline(
        'NDJSON',
        (file) => `read_json(${file}, format = 'newline_delimited', columns = ${columns})`,
        'format json',
      ),
      await baseline(
        'CSV',
        (file) => `read_csv(${file}, header = false, auto_detect = false, quote = '"', columns = ${columns})`,
        `format csv, header false, force_quote *`,
      ),
    ]
  },
})

/** Returns how many milliseconds a statement took in a separate process. */
async function convert(statement: string): Promise<number> {
  const { stdout } = await run(process.execPath, [program, statement])
  return Number(stdout)
}
