import type { Reading } from '../define-figure.ts'
import { fillBacklog } from '../filling/fill-backlog.ts'
import { prepareStore } from '../filling/prepare-store.ts'
import type { Stage } from '../stage/stage.ts'
import { type BenchPostgres, runStatement } from '../stage/start-bench-postgres.ts'
import { waitUntilApplied } from './wait-until-applied.ts'

export const applyingMetric = 'deliveries/s'

type Measured = {
  stage: Stage
  postgres: BenchPostgres
  redisUrl?: string | undefined
  /** Prepares the empty database. */
  prepare?: (databaseUrl: string) => Promise<void>
  /** Changes the stored backlog before a worker starts. */
  beforeApplying?: (databaseUrl: string) => Promise<void>
  /** The environment of the worker. */
  env?: Record<string, string>
}

/** Measures how fast the product's worker applies a backlog of new signals. */
export async function measureApplying({
  stage,
  postgres,
  redisUrl,
  prepare,
  beforeApplying,
  env = {},
}: Measured): Promise<Reading> {
  const store = await prepareStore(postgres)
  await prepare?.(store.databaseUrl)
  const count = backlogOf(stage)
  await fillBacklog(store, { redisUrl, count })
  await beforeApplying?.(store.databaseUrl)
  await postgres.settle()
  const product = await stage.startProduct({ ...store, redisUrl, env, counts: { worker: 1 } })
  await waitUntilApplied(store.databaseUrl)
  await product.stop()
  return readSpeed(postgres, { ...store, count })
}

export function backlogOf(stage: Stage): number {
  return Math.round(stage.scaled(100_000, 10_000))
}

/** Measures from the first applied delivery to the last, by the stored times, so starting a process does not count. */
export async function readSpeed(
  postgres: BenchPostgres,
  { databaseUrl, count }: { databaseUrl: string; count: number },
): Promise<Reading> {
  const [row] = await runStatement(
    databaseUrl,
    `select count(*)::int as count, extract(epoch from max(applied_at) - min(applied_at))::float8 as seconds
     from identities`,
  )
  await postgres.dropDatabase(databaseUrl)
  const applied = Number(row?.count)
  if (applied !== count) throw new Error(`${applied} of ${count} deliveries were applied`)
  return { [applyingMetric]: count / Number(row?.seconds) }
}
