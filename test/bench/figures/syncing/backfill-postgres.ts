import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { defineFigure } from '../../define-figure.ts'
import { backfillGrowth, backfillSpeed, prepareBackfill } from '../../filling/prepare-backfill.ts'
import { runStatement } from '../../stage/start-bench-postgres.ts'

const schema = 'bench'
const copied = 'copied_signals'

export const backfillPostgres = defineFigure({
  name: 'backfill-postgres',
  title: 'a million signals into another PostgreSQL server',
  comparisons: [
    {
      title: 'backfill of a million signals / COPY of the same finished rows between the servers',
      metric: backfillSpeed,
      of: 'backfill',
      to: 'COPY',
      gate: { atLeast: 0.5 },
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
    const { backfill, databaseUrl } = await prepareBackfill(stage, postgres, { count })
    const warehouse = await stage.startPostgres()
    const url = await warehouse.createDatabase()
    const emptyAndBackfill = async () => {
      await runStatement(url, `drop schema if exists ${schema} cascade`)
      await warehouse.settle()
      return backfill({ kind: 'postgres', settings: { schema }, secrets: { url } })
    }
    await emptyAndBackfill()
    await runStatement(url, `create table ${copied} (like ${schema}.signals including all)`)
    await bringBack({ warehouseUrl: url, databaseUrl })
    return [
      { name: 'backfill', measure: emptyAndBackfill },
      {
        name: 'COPY',
        measure: async () => {
          await runStatement(url, `truncate ${copied}`)
          await warehouse.settle()
          const startedAtMs = performance.now()
          await copyTable({ url: databaseUrl, table: copied }, { url, table: copied })
          return { [backfillSpeed]: (count * 1000) / (performance.now() - startedAtMs) }
        },
      },
    ]
  },
})

/** Keeps the warehouse's rows beside the store, so COPY has no work besides copying. */
async function bringBack({
  warehouseUrl,
  databaseUrl,
}: {
  warehouseUrl: string
  databaseUrl: string
}): Promise<void> {
  const [made] = await runStatement(
    warehouseUrl,
    `select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum) as columns
     from pg_attribute where attrelid = '${copied}'::regclass and attnum > 0`,
  )
  await runStatement(databaseUrl, `create table ${copied} (${String(made?.columns)})`)
  await copyTable({ url: warehouseUrl, table: `${schema}.signals` }, { url: databaseUrl, table: copied })
  await runStatement(databaseUrl, `vacuum analyze ${copied}`)
}

async function copyTable(
  from: { url: string; table: string },
  to: { url: string; table: string },
): Promise<void> {
  const source = new pg.Client({ connectionString: from.url })
  const target = new pg.Client({ connectionString: to.url })
  await Promise.all([source.connect(), target.connect()])
  await pipeline(
    source.query(copyTo(`copy ${from.table} to stdout`)),
    target.query(copyFrom(`copy ${to.table} from stdin`)),
  )
  await Promise.all([source.end(), target.end()])
}
