import { type Job, listOpenJobs } from '@signalpost/database/acts'
import {
  findLastComparison,
  getWarehouse,
  listRejects,
  listRuns,
  listWarehouses,
  readHours,
  type WarehouseRun,
} from '@signalpost/database/warehouses'
import { orgIdSchema, RejectedError, secondMs, warehouseSyncMs } from '@signalpost/domain'
import { glanceAtWarehouses, listWarehouseStates } from '@signalpost/sync'
import { warehouseKinds } from '@signalpost/warehouses'
import { z } from 'zod'
import type { ActCall } from '../define-act.ts'
import { defineDocument, defineDocumentList, defineDocuments } from '../define-operation.ts'
import { describeJob, jobSchema } from '../jobs/job-document.ts'
import { describeRun, runSchema } from './run-document.ts'
import { type WatchedWarehouse, watchedDocument } from './warehouse-document.ts'

const ofWorkspace = z.strictObject({ orgId: orgIdSchema })
const freshnessMeaning =
  'How old its data got in each hour of the last 7 days: the longest that a change had waited. Hours without a measurement are missing.'
const reference = ofWorkspace.extend({ warehouseId: z.string() })

export const listWarehousesRead = defineDocumentList({
  name: 'warehouse.list',
  summary: "List a workspace's warehouses and their locations.",
  demands: 'viewer',
  input: ofWorkspace,
  http: { method: 'get', path: '/warehouses', errors: [] },
  output: { ...watchedDocument, description: 'All of them, the oldest first.' },
  read: async (call) => {
    const warehouses = await listWarehouses(call.services.database, call.input.orgId)
    const states = await readStates(call)
    return warehouses.flatMap((warehouse): WatchedWarehouse[] => {
      const state = states.find(({ warehouseId }) => warehouseId === warehouse.warehouseId)
      return state === undefined ? [] : [{ warehouse, state, nowMs: call.services.nowMs() }]
    })
  },
  idOf: ({ warehouse: { warehouseId } }) => warehouseId,
})

/** Throws RejectedError `not_found`. */
export const getWarehouseRead = defineDocument({
  name: 'warehouse.get',
  summary: 'Show a warehouse, its tables and its last comparison.',
  demands: 'viewer',
  input: reference.partial({ orgId: true }),
  http: { method: 'get', path: '/warehouses/{id}', errors: ['not_found'] },
  read: async ({ services, caller, input }) => {
    const { database, nowMs } = services
    const warehouse = await getWarehouse(database, input)
    const { orgId, warehouseId } = warehouse
    const [[state], comparison, jobs, hours] = await Promise.all([
      readStates({ services, caller, input: { orgId, warehouseId } }),
      findLastComparison(database, { orgId, warehouseId }),
      listOpenJobs(database, orgId),
      readHours(database, { orgId, warehouseId }),
    ])
    if (state === undefined) throw new RejectedError('not_found', 'There is no such warehouse.')
    return {
      warehouse,
      state,
      nowMs: nowMs(),
      comparison,
      hours,
      jobs: jobs.filter((job) => isOf(job, warehouseId)),
    }
  },
  output: {
    ...watchedDocument,
    schema: watchedDocument.schema.extend({
      lastComparison: runSchema.nullable(),
      jobs: z.array(jobSchema).meta({ description: 'Those that have not ended.' }),
      costHint: z.string().nullable(),
      freshness: z.object({
        promisedSeconds: z.number().meta({
          description: 'How old its data may get: the interval, and a minute for the sync that follows.',
        }),
        hours: z
          .array(z.object({ at: z.iso.datetime(), mostSeconds: z.number() }))
          .meta({ description: freshnessMeaning }),
      }),
    }),
    of: ({ comparison, hours, jobs, ...watched }) => ({
      ...watchedDocument.of(watched),
      lastComparison: comparison === undefined ? null : describeRun(comparison),
      jobs: jobs.map(describeJob),
      costHint: findKind(watched.warehouse.kind)?.costHintOf?.(watched.warehouse) ?? null,
      freshness: {
        promisedSeconds: (watched.warehouse.intervalMs + warehouseSyncMs) / secondMs,
        hours: hours.map(({ at, mostSeconds }) => ({ at: at.toISOString(), mostSeconds })),
      },
    }),
  },
})

/** Throws RejectedError `not_found`. */
export const listRejectsRead = defineDocuments({
  name: 'warehouse.rejects',
  summary: 'Browse the rows that a warehouse refuses, by table and key.',
  demands: 'viewer',
  input: reference,
  http: {
    ...{ method: 'get', path: '/warehouses/{id}/rejects', errors: ['not_found'] },
    operationId: 'listWarehouseRejects',
  },
  cursor: z.object({ table: z.string(), key: z.string() }),
  readPage: async ({ services: { database }, input }, page) => {
    await getWarehouse(database, input)
    const { items, nextAfter } = await listRejects(database, input, page)
    return { items, nextAfter }
  },
  output: {
    description: 'A page of rows, each with the reason and when it is sent again.',
    schema: z.object({
      table: z.string(),
      key: z.string(),
      reason: z.string(),
      rejectedAt: z.iso.datetime(),
      retryAt: z.iso.datetime(),
      attempts: z.number(),
    }),
    of: ({ rejectedAt, retryAt, ...row }: Rejected) => ({
      ...{ ...row, rejectedAt: rejectedAt.toISOString(), retryAt: retryAt.toISOString() },
    }),
  },
})

type Rejected = Awaited<ReturnType<typeof listRejects>>['items'][number]

/** Throws RejectedError `not_found`. */
export const listRunsRead = defineDocuments({
  name: 'warehouse.runs',
  summary: 'See what was done with a warehouse, the newest first.',
  demands: 'viewer',
  input: reference,
  http: {
    ...{ method: 'get', path: '/warehouses/{id}/runs', errors: ['not_found'] },
    operationId: 'listWarehouseRuns',
  },
  cursor: z.string(),
  readPage: async ({ services: { database }, input }, page) => {
    await getWarehouse(database, input)
    const { items, nextAfter } = await listRuns(database, input, page)
    return { items, nextAfter }
  },
  output: {
    description: 'A page of the last 100 syncs, backfills, comparisons and repairs each.',
    schema: runSchema,
    of: (run: WarehouseRun) => describeRun(run),
  },
})

/** A command line at the installation may wait until all that waits is counted. */
function readStates({
  services: { database },
  caller,
  input,
}: Pick<ActCall<{ orgId: string; warehouseId?: string }>, 'caller' | 'input'> & {
  services: Pick<ActCall<unknown>['services'], 'database'>
}) {
  const isPatient = caller.actor.kind === 'cli'
  return isPatient ? listWarehouseStates(database, input) : glanceAtWarehouses(database, input)
}

function findKind(name: string) {
  return warehouseKinds.find(({ kind }) => kind === name)
}

function isOf({ input }: Job, warehouseId: string): boolean {
  return input.warehouseId === warehouseId
}
