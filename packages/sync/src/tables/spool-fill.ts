import { spoolByKey } from '@signalpost/database/changes'
import type { WarehouseTable } from '@signalpost/domain'
import { reach } from '@signalpost/runtime'
import type { Batch } from '@signalpost/warehouses'
import { formatFill } from '../history/fill.ts'
import { formatHistory, parseHistory } from '../history/history.ts'
import type { WarehouseWork } from '../leases/warehouse-work.ts'
import { batchIdOf, createBatchFile, historyChanged, type SpooledBatch } from './spool-batch.ts'

/** A batch of a fill. Its `from` and `to` are places below the position at which the fill ends. */
export type FillBatch = Batch & {
  /** Its rows follow this key, */
  afterKey: string | undefined
  /** up to this one. */
  lastKey: string
  /** About how many rows follow it. */
  rowsLeft: number
  /** The history of its rows; that of the batch says also how far the fill is. */
  historyOfRows: string
}

type FillStretch = Pick<FillBatch, 'afterKey' | 'rowsLeft' | 'historyOfRows'> & {
  table: WarehouseTable
  until: bigint
  from: bigint
  rewritesEqual: boolean
  limitRows: number
  signal: AbortSignal
}

/**
 * Writes the next rows in the order of keys to a file of their own. Returns undefined after the last.
 *
 * @throws WorkInterrupted if the database lost rows, as a standby may that took over meanwhile
 */
export async function spoolFill(
  {
    pool,
    source,
    lease: { orgId, warehouseId, excludesPersonal, hasMailAddresses },
    personalKey,
    directory,
    limits,
    readsParts,
  }: WarehouseWork,
  { table, until, from, afterKey, rowsLeft, rewritesEqual, historyOfRows, limitRows, signal }: FillStretch,
): Promise<SpooledBatch<FillBatch> | undefined> {
  const { file, remove } = createBatchFile(directory, table)
  try {
    const { mark: follows, raisedBy = 0n } = parseHistory(historyOfRows) ?? {}
    const { rows, lastKey, mark, isFull, isInParts } = await spoolByKey(pool, {
      ...{ orgId, table, afterKey, limitRows, limitBytes: limits.bytes, raisedBy },
      ...{ excludesPersonal, personalKey, hasMailAddresses, readsParts },
      ...{ newMark: { warehouseId, table: table.name, follows }, file, signal },
    })
    if (lastKey === undefined) {
      await remove()
      return undefined
    }
    if (mark === undefined) throw historyChanged()
    reach('sync.spooled')
    const continued = formatHistory({ ...source, mark, raisedBy })
    const passes = ['fill', until, afterKey ?? '', lastKey, table.version, rewritesEqual].join(' ')
    const batch = {
      ...{
        table,
        orgId,
        batchId: batchIdOf(warehouseId, table, passes),
        file,
        rows,
        isInParts,
        rewritesEqual,
      },
      ...{ from, to: placeAfter({ from, until, rows, rowsLeft }), syncedAt: new Date().toISOString() },
      history: formatFill(continued, { until, afterKey: lastKey }),
      ...{ afterKey, lastKey, rowsLeft: Math.max(0, rowsLeft - rows), historyOfRows: continued },
    }
    return { batch, isFull, remove }
  } catch (cause) {
    await remove()
    throw cause
  }
}

/**
 * Returns a place after `from` in proportion to the rows that are done, below `until`. Places need only grow, so that a
 * process that lost its lease cannot set another back; rows that are added meanwhile make the steps smaller.
 */
function placeAfter({
  from,
  until,
  rows,
  rowsLeft,
}: {
  from: bigint
  until: bigint
  rows: number
  rowsLeft: number
}): bigint {
  const room = until - 1n - from
  if (room < 1n) return from
  const step = (room * BigInt(rows)) / BigInt(Math.max(rowsLeft, rows) + rows)
  return from + (step > 0n ? step : 1n)
}
