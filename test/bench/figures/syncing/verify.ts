import { createWarehouse } from '@signalpost/database/warehouses'
import { syncWarehouse, verifyWarehouse } from '@signalpost/sync'
import { defineFigure } from '../../define-figure.ts'
import { prepareBackfill } from '../../filling/prepare-backfill.ts'
import { residentBytesOf } from '../../measuring/process-use.ts'
import { watchGrowth } from '../../measuring/watch-growth.ts'
import { runStatement } from '../../stage/start-bench-postgres.ts'

const schema = 'bench'
const time = 's'
const growthOfProcess = 'growth MiB'

export const verify = defineFigure({
  name: 'verify',
  title: 'Comparing a million signals in another PostgreSQL server with what is stored',
  comparisons: [
    {
      title: 'comparing all contents / counting and hashing the rows on both servers at once',
      metric: time,
      of: 'verify',
      to: 'count and hash',
      gate: { atMost: 2 },
    },
    {
      title: 'memory growth of the process during a comparison, MiB',
      metric: growthOfProcess,
      of: 'verify',
      gate: { atMost: 256 },
    },
  ],
  prepare: async (stage) => {
    const count = stage.scaled(1_000_000, 100_000)
    const postgres = await stage.startPostgres()
    const { dependencies, databaseUrl, orgId } = await prepareBackfill(stage, postgres, { count })
    const warehouse = await stage.startPostgres()
    const url = await warehouse.createDatabase()
    const { database, secretBox } = dependencies
    const { warehouseId } = await createWarehouse(database, secretBox, {
      ...{ orgId, kind: 'postgres', name: 'Bench', settings: { schema }, secrets: { url }, location: schema },
      ...{ intervalMs: 3_600_000, excludesPersonal: false, hasBounds: false },
    })
    await syncWarehouse(dependencies, { warehouseId })
    await Promise.all([postgres.settle(), warehouse.settle()])
    const before = residentBytesOf(process.pid)
    return [
      {
        name: 'verify',
        measure: async () => {
          const { value, seconds, growth } = await watchGrowth(before, () =>
            verifyWarehouse(dependencies, { warehouseId }, { repair: false }),
          )
          if (!value.equal) throw new Error(`They differ: ${JSON.stringify(value)}`)
          return { [time]: seconds, [growthOfProcess]: growth }
        },
      },
      {
        name: 'count and hash',
        measure: async () => {
          const startedAtMs = performance.now()
          await Promise.all([hash(databaseUrl, 'signals'), hash(url, `${schema}.signals`)])
          return { [time]: (performance.now() - startedAtMs) / 1000 }
        },
      },
    ]
  },
})

async function hash(url: string, table: string): Promise<void> {
  await runStatement(url, `select count(*), sum(hashtextextended(t::text, 0)) from ${table} t`)
}
