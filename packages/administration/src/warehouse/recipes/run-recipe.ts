import { setTimeout as sleep } from 'node:timers/promises'
import { getWarehouse, openWarehouseSecrets } from '@signalpost/database/warehouses'
import { orgIdSchema, RejectedError, TransientError } from '@signalpost/domain'
import { readRecipe, tightestBounds } from '@signalpost/warehouses'
import { z } from 'zod'
import type { ActCall } from '../../define-act.ts'
import { defineDocument } from '../../define-operation.ts'
import { getWarehouseKind } from '../get-warehouse-kind.ts'
import { withWarehouse } from '../try-warehouse.ts'
import { unreachableFault } from '../warehouse-input.ts'
import type { WarehouseActServices } from '../warehouse-services.ts'

/** A page shows so many, and an answer of more is no overview. */
const rowsAtMost = 100
/** A file is locked while a sync writes it. */
const patienceMs = 15_000
const againMs = 250

const input = z.strictObject({
  orgId: orgIdSchema.optional(),
  warehouseId: z.string(),
  name: z.string().meta({ description: 'The name of the recipe.' }),
})

/**
 * Runs a recipe on the workspace's rows in its warehouse. Throws RejectedError `not_found` for an unknown recipe or one
 * that the kind does not answer here, `rate_limited`, and `invalid_request` with what the warehouse said.
 */
export const runRecipeRead = defineDocument({
  name: 'warehouse.run_recipe',
  summary: 'Answer a common question of analysts from the rows in a warehouse.',
  demands: 'member',
  input,
  http: {
    ...{ method: 'post', path: '/warehouses/{id}/recipes/{name}/run' },
    errors: ['not_found', 'invalid_request', 'rate_limited'],
    // A server may have to wake up.
    ...{ timeoutMs: 60_000, takesLong: true },
  },
  example: { name: 'signals-by-week-and-source' },
  read: async ({ services, input: { name, ...reference } }: Call) => {
    const { database, secretBox, warehouseBounds = tightestBounds } = services
    const warehouse = await getWarehouse(database, reference)
    const kind = getWarehouseKind(warehouse.kind, services.kinds)
    const sql = kind.recipes?.areAnswered === true ? await readRecipe(kind, name) : undefined
    if (sql === undefined) throw new RejectedError('not_found', 'The warehouse answers no such recipe here.')
    const secrets = await openWarehouseSecrets(database, secretBox, warehouse)
    if (secrets === undefined) throw new TransientError('Its secrets cannot be opened.')
    const { orgId, settings, hasBounds } = warehouse
    const bounds = hasBounds ? warehouseBounds : undefined
    const place = { kind, orgId, settings, secrets, bounds, isReadOnly: true as const }
    const ask = () =>
      withWarehouse(services, place, async (target) => target.ask?.({ sql, most: rowsAtMost }))
    const endMs = performance.now() + patienceMs
    while (true) {
      try {
        return await ask()
      } catch (cause) {
        const isOver = !(cause instanceof TransientError) || performance.now() > endMs
        if (isOver) throw unreachableFault(cause)
      }
      await sleep(againMs)
    }
  },
  output: {
    description: 'At most 100 rows, in the order of the recipe.',
    schema: z.object({
      columns: z.array(z.string()),
      rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
    }),
    of: (answer) => answer ?? { columns: [], rows: [] },
  },
})

type Call = ActCall<z.output<typeof input>, WarehouseActServices>
