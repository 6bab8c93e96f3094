import { randomBytes } from 'node:crypto'
import { createSources } from '../../support/sending/create-sources.ts'
import type { SignedSource } from '../../support/sending/sender.ts'
import type { BenchPostgres } from '../stage/start-bench-postgres.ts'

export type PreparedStore = {
  databaseUrl: string
  /** 32 bytes in base64. */
  masterKey: string
  source: SignedSource
}

const orgId = 'org_bench'

/** Creates an empty database of the product with a workspace and a source. */
export async function prepareStore(postgres: Pick<BenchPostgres, 'createDatabase'>): Promise<PreparedStore> {
  const databaseUrl = await postgres.createDatabase()
  const masterKey = randomBytes(32).toString('base64')
  const [[source] = []] = await createSources({ databaseUrl, masterKey }, { orgIds: [orgId], sourcesEach: 1 })
  if (source === undefined) throw new Error('No source was created.')
  return { databaseUrl, masterKey, source }
}
