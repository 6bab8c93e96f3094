import { findWorkspace } from '@signalpost/database/access'
import { createWarehouse, type WarehouseSecrets } from '@signalpost/database/warehouses'
import { nameSchema, orgIdSchema, parseInput, RejectedError } from '@signalpost/domain'
import { type WarehouseKind, warehouseKinds } from '@signalpost/warehouses'
import { z } from 'zod'
import { type ActCall, defineAct } from '../define-act.ts'
import { auditedWarehouse, warehouseTarget } from './audited-warehouse.ts'
import { tryWarehouse } from './try-warehouse.ts'
import type { WarehouseActServices } from './warehouse-services.ts'

const membersSchema = z.record(z.string(), z.unknown())

const secretsSchema = z.record(z.string(), z.string())

const input = z.strictObject({
  orgId: orgIdSchema,
  kind: z.string(),
  name: nameSchema,
  settings: membersSchema,
  secrets: membersSchema,
  intervalMs: z.number().int().min(1_000).max(3_600_000),
  /** Leaves out what names or quotes a person. */
  excludesPersonal: z.boolean().default(false),
})

/**
 * Stores a warehouse that can be written to. Throws RejectedError `invalid_request`, `not_found`, and `conflict` where
 * another one writes to the same place; TransientError where the warehouse is away.
 */
export const createWarehouseAct = defineAct({
  name: 'warehouse.create',
  demands: 'admin',
  input,
  around: async (
    { services, input: given }: ActCall<z.output<typeof input>, WarehouseActServices>,
    commit,
  ) => {
    const { orgId } = given
    if ((await findWorkspace(services.database, orgId)) === undefined) {
      throw new RejectedError('not_found', 'There is no such workspace.')
    }
    const kind = getWarehouseKind(given.kind, services.kinds)
    const settings = readSettings(kind, given.settings)
    const secrets = readSecrets(kind, given.secrets)
    await tryWarehouse(services.dataDir, { kind, orgId, settings, secrets })
    return commit(async (transaction) => {
      const location = kind.locationOf({ settings, secrets })
      const warehouse = { ...given, settings, secrets, location }
      const created = await createWarehouse(transaction, services.secretBox, warehouse)
      const change = { ...warehouseTarget(created), before: null, after: auditedWarehouse(created) }
      return { result: created, change }
    })
  },
})

function getWarehouseKind(name: string, kinds: readonly WarehouseKind[] = warehouseKinds): WarehouseKind {
  const found = kinds.find(({ kind }) => kind === name)
  if (found !== undefined) return found
  throw invalid('There is no such kind of warehouse.', [{ path: 'kind', message: 'unknown' }])
}

function readSettings(kind: WarehouseKind, given: Record<string, unknown>): Record<string, unknown> {
  const parsed = parseInput(kind.settings, given, 'settings')
  if (!parsed.ok) throw invalid('These are not the settings of such a warehouse.', parsed.issues)
  const settings = membersSchema.parse(parsed.value)
  const open = Object.entries(settings).find(([, value]) => URL.parse(String(value))?.password)
  if (open === undefined) return settings
  const message = 'expected a URL without user and password'
  throw invalid('Settings hold no secret.', [{ path: `settings.${open[0]}`, message }])
}

function readSecrets(kind: WarehouseKind, given: Record<string, unknown>): WarehouseSecrets {
  const present = Object.fromEntries(Object.entries(given).filter(([, secret]) => secret !== undefined))
  const parsed = parseInput(kind.secrets, present, 'secrets')
  if (!parsed.ok) throw invalid('These are not the secrets of such a warehouse.', parsed.issues)
  return secretsSchema.parse(parsed.value)
}

function invalid(message: string, issues: { path: string; message: string }[]): RejectedError {
  return new RejectedError('invalid_request', message, { issues })
}
