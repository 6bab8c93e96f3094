import { createDatabase } from '@signalpost/database'
import { createApiKey } from '@signalpost/database/access'
import { scopes } from '@signalpost/domain'
import { addressOf } from '../stage/address-of.ts'
import type { Stage } from '../stage/stage.ts'
import type { BenchPostgres } from '../stage/start-bench-postgres.ts'
import { type PreparedStore, prepareStore } from './prepare-store.ts'

export type PreparedApi = PreparedStore & {
  port: number
  pid: number
  /** The headers of a request that may read everything. */
  headers: { authorization: string }
}

/** The usual limit would be the only thing measured. */
export const unlimited = { SIGNALPOST_RATE_PER_MINUTE: '1000000000' }

/** Starts the product's API as a process, on a database filled by `fill`. */
export async function prepareApi(
  stage: Stage,
  postgres: BenchPostgres,
  fill: (store: PreparedStore) => Promise<void>,
  { root }: { root?: string | undefined } = {},
): Promise<PreparedApi> {
  const store = await prepareStore(postgres)
  await fill(store)
  const { databaseUrl, masterKey } = store
  const counts = { api: 1 }
  const product = await stage.startProduct({ databaseUrl, masterKey, root, counts, env: unlimited })
  return {
    ...store,
    ...addressOf(product.apis[0]),
    headers: await createKey({ databaseUrl, orgId: store.source.orgId }),
  }
}

/** Creates a key that may read everything. Returns the headers of its requests. */
export async function createKey({
  databaseUrl,
  orgId,
}: {
  databaseUrl: string
  orgId: string
}): Promise<{ authorization: string }> {
  const { database } = createDatabase({
    url: databaseUrl,
    applicationName: 'signalpost bench',
    maxConnections: 1,
    onConnectionError: () => undefined,
  })
  try {
    const { apiKey } = await createApiKey(database, { orgId, scopes })
    return { authorization: `Bearer ${apiKey}` }
  } finally {
    await database.destroy()
  }
}
