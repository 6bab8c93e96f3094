import type { DatabaseTransaction } from '@signalpost/database'
import {
  createApiKey,
  createSource,
  createWorkspace,
  findSource,
  findWorkspace,
  listApiKeys,
  listSources,
  revokeApiKey,
  rotateSourceSecret,
  type Source,
} from '@signalpost/database/access'
import { orgIdSchema, RejectedError, scopes } from '@signalpost/domain'
import { defaultToleranceSeconds, generateSecret, serviceV1 } from '@signalpost/signatures'
import { z } from 'zod'
import { type ActServices, defineAct } from '../define-act.ts'
import { createFirstChannel } from '../workspace/create-first-channel.ts'

const demoOrgId = 'org_demo'
const keyName = 'demo'

const input = z.strictObject({
  orgId: orgIdSchema.optional(),
  /** The source that the demo has used so far. */
  sourceId: z.string().optional(),
})

/** What a client needs to send to the demo workspace and to read from it. */
type DemoAccess = { orgId: string; sourceId: string; secret: string; apiKey: string }

/** Creates what the demo workspace lacks and gives it new credentials. The previous ones end at once. */
export const renewDemoCredentialsAct = defineAct({
  name: 'demo.credentials',
  demands: 'operator',
  needsRecentLogin: true,
  input,
  run: async ({ transaction, services, input: { orgId, sourceId: knownSourceId } }) => {
    if (orgId !== undefined && orgId !== demoOrgId) {
      throw new RejectedError('not_found', 'There is no demo in this workspace.')
    }
    const isNew = await ensureDemoWorkspace(transaction, services)
    const secret = generateSecret()
    const sourceId = await renewSecret(transaction, services, { secret, knownSourceId })
    const { apiKey, keyId } = await renewKey(transaction, services)
    const result: DemoAccess = { orgId: demoOrgId, sourceId, secret, apiKey }
    const target = { type: 'workspace', id: demoOrgId }
    const before = isNew ? null : {}
    return { result, change: { orgId: demoOrgId, target, before, after: { sourceId, keyId } } }
  },
})

/** Returns whether it created the workspace. */
async function ensureDemoWorkspace(
  transaction: DatabaseTransaction,
  services: ActServices,
): Promise<boolean> {
  if ((await findWorkspace(transaction, demoOrgId)) !== undefined) return false
  await createWorkspace(transaction, {
    orgId: demoOrgId,
    name: 'Demo',
    plan: 'demo',
    accountIntelligence: true,
    analysisAllowance: 100,
  })
  await createFirstChannel(transaction, services, demoOrgId)
  return true
}

async function renewSecret(
  transaction: DatabaseTransaction,
  { secretBox, cell }: ActServices,
  { secret, knownSourceId }: { secret: string; knownSourceId: string | undefined },
): Promise<string> {
  const source = await findDemoSource(transaction, knownSourceId)
  if (source !== undefined) {
    const { sourceId } = source
    await rotateSourceSecret(transaction, secretBox, { sourceId, secret, overlapMs: 0 })
    return sourceId
  }
  const created = await createSource(transaction, secretBox, {
    orgId: demoOrgId,
    name: 'Demo',
    scheme: serviceV1.name,
    settings: {},
    toleranceSeconds: defaultToleranceSeconds,
    ratePerMinute: null,
    secret,
    cell,
  })
  return created.sourceId
}

async function findDemoSource(
  transaction: DatabaseTransaction,
  sourceId: string | undefined,
): Promise<Source | undefined> {
  const reference = sourceId === undefined ? undefined : { sourceId, orgId: demoOrgId }
  const known = reference && (await findSource(transaction, reference))
  if (known !== undefined) return known
  const sources = await listSources(transaction, demoOrgId)
  return sources.find(({ scheme }) => scheme === serviceV1.name)
}

async function renewKey(
  transaction: DatabaseTransaction,
  { cell }: ActServices,
): Promise<{ keyId: string; apiKey: string }> {
  for (const { keyId, name, revokedAt } of await listApiKeys(transaction, { orgId: demoOrgId })) {
    if (name === keyName && revokedAt === null) await revokeApiKey(transaction, { keyId })
  }
  const owner = { kind: 'system' as const, id: 'demo' }
  return createApiKey(transaction, { orgId: demoOrgId, scopes, name: keyName, owner, cell })
}
