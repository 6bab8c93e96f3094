import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { spoolChanges } from '@signalpost/database/changes'
import type { WarehouseTable } from '@signalpost/domain'
import { reach } from '@signalpost/runtime'
import type { Batch } from '@signalpost/warehouses'
import { formatHistory, parseHistory } from '../history/history.ts'
import { type WarehouseWork, WorkInterrupted } from '../leases/warehouse-work.ts'

/** A batch whose rows are in a file of CSV. It has no rows if warehouses show nothing of what changed. */
export type SpooledBatch<Read extends Batch = Batch> = {
  batch: Read
  /** Whether its bytes ended it, so that a part of its rows was read for nothing. */
  isFull: boolean
  remove: () => Promise<void>
}

type Stretch = {
  table: WarehouseTable
  from: bigint
  goal: bigint
  limitRows: number
  rewriteUntil: bigint
  /** The keys of the rows to send; all rows without it. */
  keys?: readonly string[] | undefined
  /** The history of the rows before `from`, which the batch continues. */
  history: string | undefined
  /** Aborts once the batch is not needed. */
  signal: AbortSignal
}

/**
 * Writes the next batch after position `from` to a file of its own. Returns undefined if nothing changed up to `goal`.
 *
 * @throws WorkInterrupted if the database lost rows before `from`, as a standby may that took over meanwhile
 */
export async function spoolBatch(
  {
    pool,
    source,
    lease: { orgId, warehouseId, excludesPersonal, hasMailAddresses },
    personalKey,
    directory,
    limits,
    readsParts,
  }: WarehouseWork,
  { table, from, goal, limitRows, rewriteUntil, keys, history, signal }: Stretch,
): Promise<SpooledBatch | undefined> {
  if (from >= goal) return undefined
  const { file, remove } = createBatchFile(directory, table)
  try {
    const { mark: follows, raisedBy = 0n } = parseHistory(history) ?? {}
    const { rows, to, mark, isFull, isInParts } = await spoolChanges(pool, {
      ...{ orgId, table, after: from, upTo: goal, keys, limitRows, limitBytes: limits.bytes, raisedBy },
      ...{ excludesPersonal, personalKey, hasMailAddresses, readsParts },
      ...{ newMark: { warehouseId, table: table.name, follows }, file, signal },
    })
    if (to === undefined) {
      await remove()
      return undefined
    }
    if (mark === undefined) throw historyChanged()
    reach('sync.spooled')
    const rewritesEqual = from < rewriteUntil
    // A pass that rewrites must not have the id of the batch that wrote the same rows first, and neither must two
    // selections of rows.
    const choice = keys === undefined ? [] : [randomUUID()]
    const passes = [from, to, table.version, rewritesEqual ? rewriteUntil : 0, ...choice].join(' ')
    const batch = {
      ...{
        table,
        orgId,
        batchId: batchIdOf(warehouseId, table, passes),
        from,
        to,
        file,
        rows,
        isInParts,
        rewritesEqual,
      },
      ...{ history: formatHistory({ ...source, mark, raisedBy }), syncedAt: new Date().toISOString() },
    }
    return { batch, isFull, remove }
  } catch (cause) {
    await remove()
    throw cause
  }
}

export function createBatchFile(
  directory: string,
  { name }: WarehouseTable,
): { file: string; remove: () => Promise<void> } {
  const file = join(directory, `${name}-${randomUUID()}.csv`)
  return { file, remove: () => rm(file, { force: true }) }
}

export function batchIdOf(warehouseId: string, { name }: WarehouseTable, passes: string): string {
  return createHash('sha256').update(`${warehouseId} ${name} ${passes}`).digest('hex').slice(0, 32)
}

export function historyChanged(): WorkInterrupted {
  return new WorkInterrupted('The database of the product changed its history meanwhile.')
}
