import { findWorkspace } from '@signalpost/database/access'
import { createWarehouse } from '@signalpost/database/warehouses'
import { nameSchema, orgIdSchema, RejectedError, secondMs } from '@signalpost/domain'
import { z } from 'zod'
import type { ActCall } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import { readKindInput } from '../read-kind-input.ts'
import { warehouseAudit } from './audited-warehouse.ts'
import { getWarehouseKind } from './get-warehouse-kind.ts'
import { tryWarehouse } from './try-warehouse.ts'
import { boundsFor, demandFileRights } from './warehouse-access.ts'
import { warehouseDocument } from './warehouse-document.ts'
import {
  demandMailAddressesOf,
  demandTablesOf,
  givenMember,
  intervalSecondsSchema,
  personalKeySchema,
  tablesSchema,
  unreachableFault,
} from './warehouse-input.ts'
import type { WarehouseActServices } from './warehouse-services.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  kind: z.string().max(100),
  name: nameSchema,
  settings: z.record(z.string(), givenMember).default({}),
  secrets: z.record(z.string(), givenMember).default({}),
  intervalSeconds: intervalSecondsSchema.default(20),
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
export const createWarehouseAct = defineOperation({
  name: 'warehouse.create',
  summary: 'Try a warehouse, and store it if it can be written to.',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  http: {
    ...{ method: 'post', path: '/warehouses', status: 201 },
    errors: ['not_found', 'conflict', 'login_required', 'rate_limited'],
    // A cloud that has to wake up.
    ...{ timeoutMs: 60_000, takesLong: true },
  },
  faultOf: unreachableFault,
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
      const intervalMs = given.intervalSeconds * secondMs
      const warehouse = { ...given, ...place, intervalMs, excludesPersonal, cell: services.cell }
      return warehouseAudit.created(await createWarehouse(transaction, services.secretBox, warehouse))
    })
  },
  output: { ...warehouseDocument, description: 'The warehouse, which a worker fills from now on.' },
})
