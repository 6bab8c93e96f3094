import { findTracesOfChanges } from '@signalpost/database/changes'
import { dayMs } from '@signalpost/domain'
import { parseTraceparent, type Span } from '@signalpost/tracing'
import type { Batch } from '@signalpost/warehouses'
import type { WarehouseWork } from '../leases/warehouse-work.ts'

/** The rows of a batch that get a span in the trace of their delivery. */
const mostTraced = 500

/**
 * Records that a warehouse has taken a batch: one span of the batch, in its own trace, and one for each row in the trace
 * of the last delivery that changed it. They link each other.
 */
export async function traceBatch(
  { database, tracer, lease: { warehouseId, orgId, kind } }: WarehouseWork,
  { table, from, to, rows, rewritesEqual }: Batch,
  startedAtMs: number,
): Promise<void> {
  // A rewrite sends rows that were sent before.
  if (tracer === undefined || rewritesEqual || rows === 0) return
  const found = await findTracesOfChanges(database, {
    ...{ orgId, table: table.name, after: from, upTo: to },
    ...{ since: new Date(Date.now() - dayMs), limit: mostTraced },
  })
  const traced = found.filter(({ traceparent }) => parseTraceparent(traceparent)?.isSampled === true)
  if (traced.length === 0) return
  const attributes = {
    'db.system.name': kind,
    'db.collection.name': table.name,
    'signalpost.org_id': orgId,
    'signalpost.warehouse_id': warehouseId,
  }
  const batch = tracer.startSpan(`sync ${table.name}`, {
    ...{ kind: 'client', startedAtMs },
    links: [...new Set(traced.map(({ traceparent }) => traceparent))],
    attributes: { ...attributes, 'db.operation.batch.size': rows },
  })
  const links = batch.isSampled ? [batch.traceparent] : []
  const spans = traced.map(
    ({ recordId, traceparent }): Span =>
      tracer.startSpan(`sync row of ${table.name}`, {
        ...{ kind: 'client', startedAtMs, parent: traceparent, links },
        attributes: { ...attributes, 'signalpost.record_id': recordId },
      }),
  )
  for (const span of [...spans, batch]) span.end()
}
