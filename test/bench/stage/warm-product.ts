import type { RedisServer } from '@signalpost/testing'
import type { Product } from '../../support/product/start-product.ts'
import { fillBacklog } from '../filling/fill-backlog.ts'
import { type PreparedStore, prepareStore } from '../filling/prepare-store.ts'
import { waitUntilApplied } from '../measuring/wait-until-applied.ts'
import { signRegisterEvents } from './sign-register-events.ts'
import type { Stage } from './stage.ts'
import type { BenchPostgres } from './start-bench-postgres.ts'

export type WarmContext = {
  stage: Stage
  postgres: BenchPostgres
  redis?: RedisServer | undefined
  /** The root of another copy of the product. */
  root?: string | undefined
}

/** An intake and a worker, and the signals that they stored. */
export type WarmProduct = {
  store: PreparedStore
  redisUrl: string | undefined
  product: Product
  signalIds: string[]
}

/** Starts a product that just applied the signals that register events are about, so it is warm. */
export async function startWarmProduct(
  { stage, postgres, redis, root }: WarmContext,
  env?: Record<string, string>,
): Promise<WarmProduct> {
  await redis?.flush()
  const store = await prepareStore(postgres)
  const redisUrl = redis?.url
  const counts = { intake: 1, worker: 1 }
  const product = await stage.startProduct({
    ...store,
    redisUrl,
    root,
    counts,
    ...(env !== undefined && { env }),
  })
  const stored = await fillBacklog(store, { count: stage.isQuick ? 1_000 : 5_000, redisUrl })
  await waitUntilApplied(store.databaseUrl)
  const signalIds = stored.map(({ job }) => job.event.id.slice('evt_'.length))
  return { store, redisUrl, product, signalIds }
}

export async function endWarmProduct(
  postgres: BenchPostgres,
  { product, store }: WarmProduct,
): Promise<void> {
  await product.stop()
  await postgres.dropDatabase(store.databaseUrl)
}

/** Stores `count` register events while the worker is frozen. Returns what thaws it. */
export async function freezeRegisterEvents(
  postgres: BenchPostgres,
  { store, redisUrl, product, signalIds }: WarmProduct,
  count: number,
): Promise<() => void> {
  for (const worker of product.workers) worker.freeze()
  await fillBacklog(store, {
    count,
    redisUrl,
    sign: (source, some) => signRegisterEvents(source, some, signalIds),
  })
  await postgres.settle()
  return () => {
    for (const worker of product.workers) worker.thaw()
  }
}
