import type { Batch } from '@signalpost/database/ledger'

type Options = {
  createBatch: () => Batch
  /** Called once for each batch of which something was stored, when nothing of it is stored any more, with how many. */
  onStored: (batchId: string, deliveries: number) => void
  /** How long a batch may take more flushes. */
  openMs: number
  /** How many events close it before. */
  mostEvents: number
  nowMs: () => number
}

export type OpenBatches = {
  /** Runs a flush into the current batch; `isLast` closes the batch behind it. */
  flush: (
    options: { events: number; isLast: boolean },
    store: (batch: Batch) => Promise<void>,
  ) => Promise<void>
  /** Closes the current batch. */
  close: () => void
}

type Open = {
  batch: Batch
  sinceMs: number
  events: number
  underWay: number
  storedEvents: number
  isOpen: boolean
}

/** Lets flushes that follow each other share a batch, so that one job and one transaction apply what they stored. */
export function createOpenBatches({
  createBatch,
  onStored,
  openMs,
  mostEvents,
  nowMs,
}: Options): OpenBatches {
  let current: Open | undefined
  let timer: NodeJS.Timeout | undefined

  const announce = ({ batch, underWay, storedEvents, isOpen }: Open): void => {
    if (!isOpen && underWay === 0 && storedEvents > 0) onStored(batch.batchId, storedEvents)
  }
  const close = (): void => {
    clearTimeout(timer)
    if (current === undefined) return
    const closed = current
    current = undefined
    closed.isOpen = false
    announce(closed)
  }
  const open = (): Open => {
    if (current !== undefined && nowMs() - current.sinceMs >= openMs) close()
    if (current !== undefined) return current
    current = {
      batch: createBatch(),
      sinceMs: nowMs(),
      events: 0,
      underWay: 0,
      storedEvents: 0,
      isOpen: true,
    }
    timer = setTimeout(close, openMs)
    return current
  }

  return {
    flush: async ({ events, isLast }, store) => {
      const entry = open()
      entry.events += events
      entry.underWay += 1
      if (isLast || entry.events >= mostEvents) close()
      try {
        await store(entry.batch)
        entry.storedEvents += events
      } finally {
        entry.underWay -= 1
        announce(entry)
      }
    },
    close,
  }
}
