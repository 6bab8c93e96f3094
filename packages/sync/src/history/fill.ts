import type { Cursor, Target } from '@signalpost/warehouses'

/**
 * A pass over a table in the order of its keys, which is under way. It is stored in the warehouse's cursor, so it moves
 * with the rows and continues after a crash.
 */
export type Fill = {
  /** Once the pass has ended, the warehouse has every change up to this position. */
  until: bigint
  /** The key of the last row that it sent; undefined before the first. */
  afterKey: string | undefined
  /** Where the stored cursor is meanwhile, below `until`. It moves with each batch, and says nothing about changes. */
  place: bigint
}

/** A table's cursor. During a fill its position is 0, whatever is stored, because no change is known to be there yet. */
export type TableCursor = Cursor & {
  fill?: Fill | undefined
  /** Whether its stored version keeps versions of the product away that know no fills. */
  isReserved?: boolean
}

/** A target whose cursors say whether a fill is under way. */
export type FillTarget = Omit<Target, 'readCursor' | 'writeCursor'> & {
  readCursor: (...input: Parameters<Target['readCursor']>) => Promise<TableCursor | undefined>
  writeCursor: (table: Parameters<Target['writeCursor']>[0], cursor: TableCursor) => Promise<void>
}

/** Versions of the product that know no fills leave a table of a newer version alone: they would skip rows. */
const reservedVersions = 1_000_000

const form = /^(.*)\/(\d{1,19})\/([\w-]*)$/

/** Returns the history of a cursor during a fill. */
export function formatFill(history: string, { until, afterKey = '' }: Omit<Fill, 'place'>): string {
  return [history, until, Buffer.from(afterKey).toString('base64url')].join('/')
}

/** Reads fills out of a target's cursors, and writes them there. */
export function withFills(target: Target): FillTarget {
  return {
    ...target,
    readCursor: async (table) => {
      const stored = await target.readCursor(table)
      return stored && cursorOf(stored)
    },
    writeCursor: (table, cursor) => target.writeCursor(table, storedOf(cursor)),
  }
}

function cursorOf({ position, rewriteUntil, version, history: text }: Cursor): TableCursor {
  const isReserved = version > reservedVersions
  const cursor = { position, rewriteUntil, version: isReserved ? version - reservedVersions : version }
  const [, history, until, key] = form.exec(text ?? '') ?? []
  if (history === undefined || until === undefined || key === undefined) {
    return { ...cursor, isReserved, ...(text !== undefined && { history: text }) }
  }
  const afterKey = key === '' ? undefined : Buffer.from(key, 'base64url').toString()
  return {
    ...{ ...cursor, position: 0n, history, isReserved },
    fill: { until: BigInt(until), afterKey, place: position },
  }
}

function storedOf({ position, rewriteUntil, version, history, fill }: TableCursor): Cursor {
  if (fill === undefined)
    return { position, rewriteUntil, version, ...(history !== undefined && { history }) }
  return {
    ...{ position: fill.place, rewriteUntil, version: version + reservedVersions },
    history: formatFill(history ?? '', fill),
  }
}
