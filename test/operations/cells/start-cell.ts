import { randomBytes } from 'node:crypto'
import { createDatabase, migrateDatabase } from '@signalpost/database'
import { createApiKey } from '@signalpost/database/access'
import { migrateQueues } from '@signalpost/queues'
import { type OwnPostgres, startOwnPostgres } from '@signalpost/testing'
import { type Product, startProduct } from '../../support/product/start-product.ts'
import { createSources } from '../../support/sending/create-sources.ts'
import type { SignedSource } from '../../support/sending/sender.ts'

/** A whole installation, on a server of its own. */
export type Cell = {
  sources: SignedSource[]
  /** Reads the first workspace. */
  apiKey: string
  intakeUrl: string
  apiUrl: string
  postgres: OwnPostgres
  product: Product
  /** Kills every process and the server. */
  kill: () => Promise<void>
  remove: () => Promise<void>
}

/** Starts a cell with workspaces of one source each. */
export async function startCell({ name, workspaces }: { name: string; workspaces: number }): Promise<Cell> {
  const postgres = await startOwnPostgres()
  try {
    await migrateDatabase({ url: postgres.url })
    await migrateQueues({ kind: 'postgres', url: postgres.url })
    const stores = { databaseUrl: postgres.url, masterKey: randomBytes(32).toString('base64') }
    const orgIds = Array.from({ length: workspaces }, (_, index) => `org_of_${name}_${index}`)
    const sources = (await createSources(stores, { orgIds, sourcesEach: 1, cell: name })).flat()
    const product = await startProduct({
      ...stores,
      counts: { intake: 1, api: 1, worker: 1 },
      env: name === 'default' ? {} : { SIGNALPOST_CELL: name },
    })
    const [intake, api] = [product.intakes[0]?.port(), product.apis[0]?.port()]
    return {
      ...{ sources, postgres, product },
      apiKey: await createKey(postgres.url, { orgId: orgIds[0] ?? '', cell: name }),
      intakeUrl: `http://127.0.0.1:${intake}`,
      apiUrl: `http://127.0.0.1:${api}`,
      kill: async () => {
        await Promise.all(product.processes.map((one) => one.stop('SIGKILL')))
        await postgres.stopHard()
      },
      remove: async () => {
        await product.stop()
        await postgres.remove()
      },
    }
  } catch (error) {
    await postgres.remove()
    throw error
  }
}

async function createKey(url: string, { orgId, cell }: { orgId: string; cell: string }): Promise<string> {
  const { database } = createDatabase({ url, applicationName: 'test', onConnectionError: () => undefined })
  try {
    return (await createApiKey(database, { orgId, scopes: ['signals:read'], cell })).apiKey
  } finally {
    await database.destroy()
  }
}
