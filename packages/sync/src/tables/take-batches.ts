import { retryDelayMs, retryPolicies, type WarehouseTable } from '@signalpost/domain'
import type { Batch } from '@signalpost/warehouses'
import { throwIfInterrupted, type WarehouseWork } from '../leases/warehouse-work.ts'
import type { ReportRows } from '../start-reporting.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { BatchReader } from './read-batches.ts'
import { takeBatch } from './take-batch.ts'

export type TakenBatches = {
  rows: number
  batches: number
  /** How many rows the warehouse refused for the first time. */
  rejected: number
}

/** When more rows than this are refused in a row, the fault is the table's. */
export const mostRejectsInARow = 25

type Taking<Read extends Batch> = {
  table: WarehouseTable
  batches: BatchReader<Read>
  report: ReportRows
  /** Called after the warehouse took a batch. */
  recordTaken: (batch: Read, startedAtMs: number) => Promise<void>
  /** Called with a batch whose only row was refused. */
  setRowAside: (batch: Read, reason: string) => Promise<void>
}

/**
 * Brings batches to a warehouse, one after another. Halves one that is refused, until the refused rows are alone.
 *
 * @throws WarehouseError if the warehouse fails, or refuses 26 rows in a row: then with the fault `configuration`
 * @throws WorkInterrupted when the work is to end
 */
export async function takeBatches<Read extends Batch>(
  work: WarehouseWork,
  { table, batches, report, recordTaken, setRowAside }: Taking<Read>,
): Promise<TakenBatches> {
  const taken: TakenBatches = { rows: 0, batches: 0, rejected: 0 }
  let rejectsInARow = 0
  for (let batch = await batches.next(); batch !== undefined; batch = await batches.next()) {
    throwIfInterrupted(work.signal)
    const startedAtMs = performance.now()
    const refusal = await takeOrPass(work, batch)
    if (refusal === undefined) {
      await recordTaken(batch, startedAtMs)
      taken.rows += batch.rows
      work.tally.rows += batch.rows
      taken.batches += 1
      if (batch.rows > 0) rejectsInARow = 0
      report(taken.rows)
    } else {
      if (await batches.halve()) continue
      rejectsInARow += 1
      if (rejectsInARow > mostRejectsInARow) throw refusesAll(table, refusal)
      await setRowAside(batch, refusal.message)
      taken.rejected += 1
      work.tally.rejected += 1
    }
    await batches.advance()
  }
  return taken
}

/** What is recorded of a row that was refused for the first time. */
export function firstRefusal(reason: string): { reason: string; attempts: number; retryMs: number } {
  return { reason, attempts: 1, retryMs: retryDelayMs(retryPolicies.refusedRow, 1) }
}

/** Does what `takeBatch` does. For a batch without rows, it only moves the cursor. */
async function takeOrPass(work: WarehouseWork, batch: Batch): Promise<WarehouseError | undefined> {
  // Warehouses may show nothing of what changed.
  if (batch.rows > 0) return takeBatch(work, batch)
  await work.target.moveCursor(batch)
  return undefined
}

function refusesAll({ name }: WarehouseTable, cause: WarehouseError): WarehouseError {
  return new WarehouseError(
    'configuration',
    `The warehouse refuses every row of ${name}: ${cause.message} Correct its table, or drop it to have it recreated.`,
    { cause },
  )
}
