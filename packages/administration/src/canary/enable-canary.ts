import type { DatabaseTransaction } from '@signalpost/database'
import {
  createApiKey,
  createSource,
  createWorkspace,
  findWorkspace,
  listApiKeys,
  listSources,
  revokeApiKey,
  rotateSourceSecret,
  setSourceEnabled,
} from '@signalpost/database/access'
import { findCanary, saveCanary } from '@signalpost/database/canary'
import { createRule, editRule, getChannel, listRules, setRuleEnabled } from '@signalpost/database/rules'
import { getWarehouse } from '@signalpost/database/warehouses'
import { canaryOrgId, RejectedError, type RuleDefinition, ruleDefinitionSchema } from '@signalpost/domain'
import { defaultToleranceSeconds, generateSecret, serviceV1 } from '@signalpost/signatures'
import { z } from 'zod'
import { type ActServices, defineAct } from '../define-act.ts'
import { auditedCanary, canaryTarget } from './disable-canary.ts'

/** Of its workspace, source, key and rule, so that enabling it again finds them. */
const name = 'Canary'
const plan = 'canary'
const defaultEveryMs = 5 * 60_000
/** An event that was signed just before goes through. */
const overlapMs = 60_000

const bounds = { message: 'expected 10 s to 24 h' }

const input = z.strictObject({
  /** The time from one round to the next. */
  everyMs: z.int(bounds).min(10_000, bounds).max(86_400_000, bounds).optional(),
  /** A channel of the canary's workspace. */
  channelId: z.string().optional(),
  /** A warehouse of the canary's workspace. */
  warehouseId: z.string().optional(),
})

/**
 * Enables the canary, or changes it: what the input leaves out stays as it is. Creates its workspace, its source and its
 * rule, and gives it a new secret and a new API key. Throws RejectedError `invalid_request` for a channel or a warehouse
 * of another workspace, `conflict` if the id of its workspace is taken.
 */
export const enableCanaryAct = defineAct({
  name: 'canary.enable',
  demands: 'operator',
  input,
  run: async ({ transaction, services, input: given }) => {
    await ensureWorkspace(transaction)
    const before = await findCanary(transaction)
    const channelId = given.channelId ?? before?.channelId ?? null
    const warehouseId = given.warehouseId ?? before?.warehouseId ?? null
    const everyMs = given.everyMs ?? before?.everyMs ?? defaultEveryMs
    await checkOwner('channelId', channelId, (id) => getChannel(transaction, { channelId: id }))
    await checkOwner('warehouseId', warehouseId, (id) => getWarehouse(transaction, { warehouseId: id }))
    await announceTo(transaction, channelId)
    const sourceId = await renewSource(transaction, services)
    const { keyId, apiKey } = await renewKey(transaction, services)
    const access = { orgId: canaryOrgId, sourceId, keyId, apiKey }
    const canary = await saveCanary(transaction, services.secretBox, {
      ...access,
      channelId,
      warehouseId,
      everyMs,
    })
    const states = {
      before: before === undefined ? null : auditedCanary(before),
      after: auditedCanary(canary),
    }
    return { result: canary, change: { ...canaryTarget, ...states } }
  },
})

async function ensureWorkspace(transaction: DatabaseTransaction): Promise<void> {
  const found = await findWorkspace(transaction, canaryOrgId)
  if (found?.plan === plan) return
  if (found !== undefined) {
    throw new RejectedError('conflict', `The canary needs the workspace ${canaryOrgId}, which is in use.`)
  }
  const workspace = { orgId: canaryOrgId, name, plan, accountIntelligence: false, analysisAllowance: 0 }
  await createWorkspace(transaction, workspace)
}

async function checkOwner(
  path: 'channelId' | 'warehouseId',
  id: string | null,
  get: (id: string) => Promise<{ orgId: string }>,
): Promise<void> {
  if (id === null) return
  const { orgId } = await get(id)
  if (orgId === canaryOrgId) return
  const kind = path === 'channelId' ? 'channel' : 'warehouse'
  const message = `expected a ${kind} of the workspace ${canaryOrgId}, got one of ${orgId}`
  throw new RejectedError('invalid_request', `Create a ${kind} in ${canaryOrgId} for the canary.`, {
    issues: [{ path, message }],
  })
}

/** Its rule announces every signal of the canary to the channel alone, or to whatever channels there are. */
async function announceTo(transaction: DatabaseTransaction, channelId: string | null): Promise<void> {
  const channels: RuleDefinition['channels'] = channelId === null ? 'all' : [channelId]
  const definition = ruleDefinitionSchema.parse({ channels })
  const rules = await listRules(transaction, canaryOrgId)
  const rule = rules.find((one) => one.name === name)
  if (rule === undefined) {
    await createRule(transaction, { orgId: canaryOrgId, name, definition, position: 1 })
    return
  }
  await editRule(transaction, { ruleId: rule.ruleId, definition, position: 1 })
  await setRuleEnabled(transaction, { ruleId: rule.ruleId, enabled: true })
}

async function renewSource(
  transaction: DatabaseTransaction,
  { secretBox, cell }: ActServices,
): Promise<string> {
  const secret = generateSecret()
  const sources = await listSources(transaction, canaryOrgId)
  const known = sources.find((one) => one.name === name && one.scheme === serviceV1.name)
  if (known === undefined) {
    const limits = { toleranceSeconds: defaultToleranceSeconds, ratePerMinute: null }
    const source = { orgId: canaryOrgId, name, scheme: serviceV1.name, settings: {}, ...limits, secret, cell }
    return (await createSource(transaction, secretBox, source)).sourceId
  }
  const { sourceId } = known
  await setSourceEnabled(transaction, { sourceId, enabled: true })
  await rotateSourceSecret(transaction, secretBox, { sourceId, secret, overlapMs })
  return sourceId
}

async function renewKey(
  transaction: DatabaseTransaction,
  { cell }: ActServices,
): Promise<{ keyId: string; apiKey: string }> {
  for (const key of await listApiKeys(transaction, { orgId: canaryOrgId })) {
    if (key.name === name && key.revokedAt === null) await revokeApiKey(transaction, { keyId: key.keyId })
  }
  const owner = { kind: 'system' as const, id: 'canary' }
  return createApiKey(transaction, { orgId: canaryOrgId, scopes: ['signals:read'], name, owner, cell })
}
