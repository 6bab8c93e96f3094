import type { WarehouseTable } from '@signalpost/domain'
import type { Batch } from '@signalpost/warehouses'
import type { WarehouseWork } from '../leases/warehouse-work.ts'
import { type SpooledBatch, spoolBatch } from './spool-batch.ts'

/** The batches of a table, one after the other; the next is written to its file while one is taken. */
export type BatchReader = {
  /** The batch to be taken now; undefined once all are. */
  next: () => Promise<Batch | undefined>
  /** Marks the batch as done. Later ones may be larger again. */
  advance: () => Promise<void>
  /** Repeats the batch with half as many records. Returns false if it has only one. */
  halve: () => Promise<boolean>
  /** Removes the files of batches that were not taken. */
  close: () => Promise<void>
}

type Stretch = {
  table: WarehouseTable
  from: bigint
  goal: bigint
  rewriteUntil: bigint
  /** Only these rows; without it, all. */
  keys?: readonly string[]
  /** That of the rows before `from`. */
  history: string | undefined
}

export function readBatches(
  work: WarehouseWork,
  { table, from, goal, rewriteUntil, keys, ...stretch }: Stretch,
): BatchReader {
  let position = from
  let history = stretch.history
  let limitRows = work.limits.rows
  let current: SpooledBatch | undefined
  let ahead: Promise<SpooledBatch | undefined> | undefined
  let unwanted = new AbortController()

  const spoolAfter = (after: bigint): Promise<SpooledBatch | undefined> => {
    const { signal } = unwanted
    const spooling = spoolBatch(work, {
      ...{ table, from: after, goal, limitRows, rewriteUntil, keys, history, signal },
    })
    // A later await gets the error.
    spooling.catch(() => undefined)
    return spooling
  }
  const discard = async (): Promise<void> => {
    await current?.remove()
    current = undefined
    unwanted.abort()
    unwanted = new AbortController()
    const spooled = await ahead?.catch(() => undefined)
    await spooled?.remove()
    ahead = undefined
  }
  return {
    next: async () => {
      current = await (ahead ?? spoolAfter(position))
      history = current?.batch.history ?? history
      ahead = current && spoolAfter(current.batch.to)
      return current?.batch
    },
    advance: async () => {
      position = current?.batch.to ?? position
      limitRows = Math.min(work.limits.rows, limitRows * 2)
      await current?.remove()
      current = undefined
    },
    halve: async () => {
      if (limitRows === 1) return false
      limitRows = Math.max(1, Math.floor(Math.min(limitRows, current?.batch.rows ?? limitRows) / 2))
      await discard()
      return true
    },
    close: discard,
  }
}
