import type { WarehouseTable } from '@signalpost/domain'
import type { Batch } from '@signalpost/warehouses'
import type { WarehouseWork } from '../leases/warehouse-work.ts'
import { type SpooledBatch, spoolBatch } from './spool-batch.ts'

/** The batches of a table in order. While the warehouse takes one, the next is written to its file. */
export type BatchReader<Read extends Batch = Batch> = {
  /** Returns the batch to take now, undefined after the last. Throws what `spool` throws. */
  next: () => Promise<Read | undefined>
  /** Marks the batch as done, and doubles the limit of rows for the next, up to that of the work. */
  advance: () => Promise<void>
  /** Makes `next` repeat the batch with half as many rows. Returns false if it has only one. */
  halve: () => Promise<boolean>
  /** Removes the files of batches that were not taken. */
  close: () => Promise<void>
}

type Stretch = {
  table: WarehouseTable
  from: bigint
  goal: bigint
  rewriteUntil: bigint
  /** The keys of the rows to send; all rows without it. */
  keys?: readonly string[]
  /** The history that the rows before `from` have. */
  history: string | undefined
}

/** Reads the changes of a table after position `from`, up to and with `goal`. The caller closes the reader. */
export function readBatches(
  work: WarehouseWork,
  { table, from, goal, rewriteUntil, keys, history: first }: Stretch,
): BatchReader {
  return createBatchReader(work, ({ last, limitRows, signal }) => {
    const { to: after = from, history = first } = last ?? {}
    return spoolBatch(work, {
      ...{ table, from: after, goal, limitRows, rewriteUntil, keys, history, signal },
    })
  })
}

/** How many rows more than the last batch held the next one reads, so that batches fill up where rows become smaller. */
const spareRoom = 1.05

/** Where the next batch begins: after the last one that was read, or at the start without it. */
type Place<Read extends Batch> = { last: Read | undefined; limitRows: number; signal: AbortSignal }

/** Reads batches that `spool` writes to files. The caller closes the reader. */
export function createBatchReader<Read extends Batch>(
  { limits }: Pick<WarehouseWork, 'limits'>,
  spool: (place: Place<Read>) => Promise<SpooledBatch<Read> | undefined>,
): BatchReader<Read> {
  let done: Read | undefined
  let limitRows = limits.rows
  /** About how many rows fit into the bytes of a batch, as the last one says: more would be read for nothing. */
  let roomRows = limits.rows
  let current: SpooledBatch<Read> | undefined
  let ahead: Promise<SpooledBatch<Read> | undefined> | undefined
  let unwanted = new AbortController()

  const spoolAfter = (last: Read | undefined): Promise<SpooledBatch<Read> | undefined> => {
    const asked = { last, limitRows: Math.min(limitRows, roomRows), signal: unwanted.signal }
    const spooling = spool(asked).then((spooled) => {
      const { isFull = false, batch } = spooled ?? {}
      const grownRows = Math.min(limits.rows, roomRows * 2)
      roomRows = isFull && batch !== undefined ? Math.ceil((batch.rows + 1) * spareRoom) : grownRows
      return spooled
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
      current = await (ahead ?? spoolAfter(done))
      ahead = current && spoolAfter(current.batch)
      return current?.batch
    },
    advance: async () => {
      done = current?.batch ?? done
      limitRows = Math.min(limits.rows, limitRows * 2)
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
