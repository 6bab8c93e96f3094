import { randomBytes } from 'node:crypto'
import { createDatabase, createSecretBox, type Database } from '@signalpost/database'
import { createSource, createWorkspace } from '@signalpost/database/access'
import { migrateQueues } from '@signalpost/queues'
import { findScheme, generateSecret, type Scheme } from '@signalpost/signatures'

/** A test's own access to the database that an intake works on. */
export type TestStore = Awaited<ReturnType<typeof openStore>>

/** A source whose secrets the test knows. */
export type TestSource = {
  sourceId: string
  orgId: string
  scheme: Scheme
  settings: Record<string, string>
  secret: string
}

type SourceOptions = {
  orgId?: string
  scheme?: string
  settings?: Record<string, string>
  toleranceSeconds?: number
  ratePerMinute?: number
  secret?: string
}

/** Opens a migrated database with the queue's tables and one workspace, `org_test`. */
export async function openStore(url: string) {
  await migrateQueues({ kind: 'postgres', url })
  const { database, pool } = createDatabase({
    url,
    applicationName: 'intake test',
    onConnectionError: () => undefined, // servers are stopped on purpose here
  })
  const masterKey = randomBytes(32)
  const secretBox = createSecretBox(masterKey)
  await addWorkspace(database, 'org_test')

  const addSource = async ({
    orgId = 'org_test',
    scheme: name = 'service-v1',
    settings = {},
    toleranceSeconds = 300,
    ratePerMinute,
    secret = generateSecret(),
  }: SourceOptions = {}): Promise<TestSource> => {
    const scheme = findScheme(name)
    if (scheme === undefined) throw new Error(`no scheme ${name}`)
    const source = { orgId, name: 'test', scheme: name, settings, toleranceSeconds }
    const { sourceId } = await createSource(database, secretBox, {
      ...source,
      ratePerMinute: ratePerMinute ?? null,
      secret,
    })
    return { sourceId, orgId, scheme, settings, secret }
  }
  return {
    url,
    database,
    pool,
    masterKey,
    secretBox,
    addSource,
    addWorkspace: (orgId: string) => addWorkspace(database, orgId),
    close: () => database.destroy(),
  }
}

async function addWorkspace(database: Database, orgId: string): Promise<void> {
  const plan = { plan: 'free', accountIntelligence: false, analysisAllowance: 100 }
  await createWorkspace(database, { orgId, name: orgId, ...plan })
}
