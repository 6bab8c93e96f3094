import {
  createApiKey,
  createSource,
  createWorkspace,
  type Database,
  findSource,
  findWorkspace,
  listApiKeys,
  listSources,
  listWorkspaces,
  revokeApiKey,
  rotateSourceSecret,
  type SecretBox,
  type Source,
} from '@signalpost/database'
import { scopes } from '@signalpost/domain'
import { defaultToleranceSeconds, generateSecret, serviceV1 } from '@signalpost/signatures'

/** What it takes to send to the demo workspace and to read from it, wherever its processes listen. */
export type DemoAccess = { orgId: string; sourceId: string; secret: string; apiKey: string }

const orgId = 'org_demo'
const keyName = 'demo'

/** Creates the demo workspace in a database that holds no workspace yet; undefined where it holds one. */
export async function createDemoAccess(
  database: Database,
  secretBox: SecretBox,
): Promise<DemoAccess | undefined> {
  const workspaces = await listWorkspaces(database)
  return workspaces.length > 0 ? undefined : renewDemoAccess(database, secretBox, undefined)
}

/**
 * New credentials of the demo workspace. The former ones, of which nobody may know who has them by now, end at once.
 * What the workspace lacks is created.
 */
export async function renewDemoAccess(
  database: Database,
  secretBox: SecretBox,
  knownSourceId: string | undefined,
): Promise<DemoAccess> {
  await ensureDemoWorkspace(database)
  const secret = generateSecret()
  const sourceId = await renewSecret(database, secretBox, { secret, knownSourceId })
  const former = await listApiKeys(database, { orgId })
  for (const { keyId, name, revokedAt } of former) {
    if (name === keyName && revokedAt === null) await revokeApiKey(database, { keyId })
  }
  const { apiKey } = await createApiKey(database, { orgId, scopes, name: keyName })
  return { orgId, sourceId, secret, apiKey }
}

async function ensureDemoWorkspace(database: Database): Promise<void> {
  if ((await findWorkspace(database, orgId)) !== undefined) return
  await createWorkspace(database, {
    orgId,
    name: 'Demo',
    plan: 'demo',
    accountIntelligence: true,
    analysisAllowance: 100,
  })
}

async function renewSecret(
  database: Database,
  secretBox: SecretBox,
  { secret, knownSourceId }: { secret: string; knownSourceId: string | undefined },
): Promise<string> {
  const source = await findDemoSource(database, knownSourceId)
  if (source !== undefined) {
    await rotateSourceSecret(database, secretBox, { sourceId: source.sourceId, secret, overlapMs: 0 })
    return source.sourceId
  }
  const created = await createSource(database, secretBox, {
    orgId,
    name: 'Demo',
    scheme: serviceV1.name,
    settings: {},
    toleranceSeconds: defaultToleranceSeconds,
    ratePerMinute: null,
    secret,
  })
  return created.sourceId
}

async function findDemoSource(
  database: Database,
  knownSourceId: string | undefined,
): Promise<Source | undefined> {
  const known =
    knownSourceId === undefined ? undefined : await findSource(database, { sourceId: knownSourceId, orgId })
  if (known !== undefined) return known
  const sources = await listSources(database, orgId)
  return sources.find((source) => source.scheme === serviceV1.name)
}
