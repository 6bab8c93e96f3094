import { defineFigure, type Reading } from '../../define-figure.ts'
import { fillBacklog } from '../../filling/fill-backlog.ts'
import { fillLedger } from '../../filling/fill-ledger.ts'
import { type PreparedStore, prepareStore } from '../../filling/prepare-store.ts'
import { waitUntilApplied } from '../../measuring/wait-until-applied.ts'
import type { Stage } from '../../stage/stage.ts'
import { type BenchPostgres, runStatement } from '../../stage/start-bench-postgres.ts'

const metric = 'µs each'
const full = 'ledger of 10 million'
const empty = 'empty ledger'

export const ledgerGrowth = defineFigure({
  name: 'ledger-growth',
  title: 'Storing and applying 20,000 deliveries, by the size of the ledger',
  isLong: true,
  comparisons: [
    {
      title: 'cost per delivery with 10 million rows in the ledger / with none',
      metric,
      of: full,
      to: empty,
      gate: { atMost: 1.3 },
      goal: 1.1,
    },
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const store = await prepareStore(postgres)
    await fillLedger(store, { count: stage.scaled(10_000_000, 100_000) })
    return [
      { name: full, measure: () => measure(stage, { postgres, store }) },
      {
        name: empty,
        measure: async () => {
          const fresh = await prepareStore(postgres)
          const reading = await measure(stage, { postgres, store: fresh })
          await postgres.dropDatabase(fresh.databaseUrl)
          return reading
        },
      },
    ]
  },
})

async function measure(
  stage: Stage,
  { postgres, store }: { postgres: BenchPostgres; store: PreparedStore },
): Promise<Reading> {
  const count = stage.scaled(20_000, 4_000)
  await postgres.settle()
  const startedAtMs = performance.now()
  await fillBacklog(store, { count })
  const storedMs = performance.now() - startedAtMs
  const product = await stage.startProduct({ ...store, counts: { worker: 1 } })
  await waitUntilApplied(store.databaseUrl)
  await product.stop()
  const [row] = await runStatement(
    store.databaseUrl,
    `select extract(epoch from max(applied_at) - min(applied_at))::float8 * 1000 as ms
     from (select applied_at from identities order by applied_at desc limit $1) latest`,
    [count],
  )
  return { [metric]: ((storedMs + Number(row?.ms)) * 1_000) / count }
}
