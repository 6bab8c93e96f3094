import { findWorkspace } from '@signalpost/database/access'
import { createWarehouse } from '@signalpost/database/warehouses'
import { nameSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { type ActCall, defineAct } from '../define-act.ts'
import { readKindInput } from '../read-kind-input.ts'
import { auditedWarehouse, warehouseTarget } from './audited-warehouse.ts'
import { getWarehouseKind } from './get-warehouse-kind.ts'
import { tryWarehouse } from './try-warehouse.ts'
import { boundsFor, demandFileRights } from './warehouse-access.ts'
import {
  demandMailAddressesOf,
  demandTablesOf,
  intervalMsSchema,
  personalKeySchema,
  tablesSchema,
} from './warehouse-input.ts'
import type { WarehouseActServices } from './warehouse-services.ts'

const membersSchema = z.record(z.string(), z.unknown())

const input = z.strictObject({
  orgId: orgIdSchema,
  kind: z.string(),
  name: nameSchema,
  settings: membersSchema,
  secrets: membersSchema,
  intervalMs: intervalMsSchema,
  /** Leaves out what names or quotes a person. */
  excludesPersonal: z.boolean().default(false),
  /** Hashes it under this key instead. */
  personalKey: personalKeySchema.optional(),
  tables: tablesSchema.default(null),
  /** Has the events of the ledger too. */
  hasLedger: z.boolean().default(false),
  /** Shows the mail addresses of people. */
  hasMailAddresses: z.boolean().default(false),
})

/**
 * Stores a warehouse that can be written to. Throws RejectedError `invalid_request`, `not_found`, `forbidden` for one in
 * files whose creator is no operator, `conflict` if another one writes to the same location, and `rate_limited`;
 * TransientError if the warehouse cannot be reached.
 */
export const createWarehouseAct = defineAct({
  name: 'warehouse.create',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  around: async (
    { services, caller, input: given }: ActCall<z.output<typeof input>, WarehouseActServices>,
    commit,
  ) => {
    const { orgId } = given
    if ((await findWorkspace(services.database, orgId)) === undefined) {
      throw new RejectedError('not_found', 'There is no such workspace.')
    }
    const kind = getWarehouseKind(given.kind, services.kinds)
    demandFileRights(caller, { kind, settings: given.settings })
    const { settings, secrets } = readKindInput(kind, given)
    const bounds = boundsFor(caller, services)
    const excludesPersonal = given.excludesPersonal || given.personalKey !== undefined
    const chosen = { tables: given.tables, excludesPersonal, hasLedger: given.hasLedger }
    demandTablesOf(chosen)
    demandMailAddressesOf({ excludesPersonal, hasMailAddresses: given.hasMailAddresses })
    await tryWarehouse(services, { ...{ kind, orgId, settings, secrets, bounds }, ...chosen })
    const location = await kind.locationOf({ settings, secrets })
    return commit(async (transaction) => {
      const place = { settings, secrets, location, hasBounds: bounds !== undefined }
      const warehouse = { ...given, ...place, excludesPersonal, cell: services.cell }
      const created = await createWarehouse(transaction, services.secretBox, warehouse)
      const change = { ...warehouseTarget(created), before: null, after: auditedWarehouse(created) }
      return { result: created, change }
    })
  },
})
