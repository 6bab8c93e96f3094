import type { Database } from '@signalpost/database'
import { getWarehouse, type StoredWarehouse } from '@signalpost/database/warehouses'
import { chosenTables, instantSchema, RejectedError, warehouseTables } from '@signalpost/domain'
import { type BackfillPlan, type BackfillScope, countRows, planBackfill } from '@signalpost/sync'
import { z } from 'zod'
import type { ActCall } from '../../define-act.ts'
import { defineOperation, defineRead } from '../../define-operation.ts'
import type { WarehouseActServices } from '../warehouse-services.ts'
import {
  createWarehouseJob,
  demandUnpaused,
  jobHttp,
  jobOutput,
  type WarehouseJobServices,
  warehouseReference,
} from './warehouse-job-acts.ts'

const tableNames = warehouseTables.map(({ name }) => name)

const input = warehouseReference.extend({
  tables: z
    .array(z.enum(tableNames))
    .min(1)
    .optional()
    .meta({ description: 'The tables to send; all of the warehouse by default.' }),
  from: instantSchema.optional().meta({ description: 'Sends only rows of this time or later.' }),
  to: instantSchema.optional().meta({ description: 'Sends only rows before this time.' }),
})

/** What the job stores of the choice. */
export const backfillScopeSchema = z.object({
  tables: z.array(z.string()).nullable(),
  range: z.object({ from: instantSchema.optional(), to: instantSchema.optional() }).nullable(),
})

/** Throws RejectedError `not_found`, `invalid_request`, and `conflict` where it is paused. */
export const backfillWarehouseAct = defineOperation({
  name: 'warehouse.backfill',
  summary:
    'Send rows to a warehouse again, as a job: all, those of some tables, or those of a time. A pause or a crash delays it.',
  demands: 'admin',
  input,
  http: jobHttp('backfill'),
  output: jobOutput,
  around: async (call: ActCall<z.output<typeof input>, WarehouseJobServices>, commit) => {
    const warehouse = await getWarehouse(call.services.database, call.input)
    demandUnpaused(warehouse)
    const scope = scopeOf(call.input, warehouse)
    const rows = await countPlanned(call.services.database, { warehouse, scope })
    return createWarehouseJob(call, commit, { act: 'warehouse.backfill', warehouse, rows, scope })
  },
})

/** Throws RejectedError `not_found` and `invalid_request`. */
export const planBackfillRead = defineRead({
  name: 'warehouse.plan_backfill',
  summary: 'See what a backfill would send, and how long it would take; nothing is sent.',
  demands: 'admin',
  input,
  http: {
    ...{ method: 'post', path: '/warehouses/{id}/backfill/plan', takesLong: true },
    ...{ timeoutMs: 60_000, errors: ['not_found'] },
  },
  read: async ({
    services,
    input: given,
  }: ActCall<z.output<typeof input>, WarehouseActServices>): Promise<BackfillPlan> => {
    const warehouse = await getWarehouse(services.database, given)
    return planBackfill(services.database, warehouse, scopeOf(given, warehouse))
  },
  output: {
    description: 'What would be sent.',
    schema: z.object({
      tables: z.array(z.object({ table: z.string(), rows: z.int(), bytes: z.number() })),
      rows: z.int(),
      bytes: z.number().meta({ description: 'The text of the rows, before the warehouse packs them.' }),
      seconds: z
        .int()
        .nullable()
        .meta({ description: 'At the pace of the last large run; null where there was none.' }),
    }),
    of: (plan) => plan,
  },
})

/** Counts by table. Whole tables are not read for that. */
async function countPlanned(
  database: Database,
  { warehouse, scope }: { warehouse: StoredWarehouse; scope: BackfillScope },
): Promise<Record<string, number>> {
  const counted =
    scope.range === null
      ? Object.entries(await countRows(database, warehouse))
      : (await planBackfill(database, warehouse, scope)).tables.map(({ table, rows }) => [table, rows])
  return Object.fromEntries(counted.filter(([name]) => scope.tables?.includes(String(name)) ?? true))
}

/** Throws RejectedError `invalid_request` if nothing can be in it. */
function scopeOf({ tables, from, to }: z.output<typeof input>, warehouse: StoredWarehouse): BackfillScope {
  if (from !== undefined && to !== undefined && from >= to) throw refused('to', 'expected a time after from')
  const hasRange = from !== undefined || to !== undefined
  const own = new Map(chosenTables(warehouse).map((table) => [table.name, table]))
  for (const name of tables ?? []) {
    const table = own.get(name)
    if (table === undefined) throw refused('tables', `the warehouse has no ${name}`)
    if (hasRange && table.timeColumn === undefined)
      throw refused('tables', `${name} has no time; send it without a range`)
  }
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  return { tables: tables === undefined ? null : [...new Set(tables)].sort(), range: hasRange ? range : null }
}

function refused(path: string, message: string): RejectedError {
  return new RejectedError('invalid_request', 'The input is not valid.', { issues: [{ path, message }] })
}
