import type { SourceIdentity } from '@signalpost/database/warehouses'
import type { TableCursor } from './fill.ts'

/** Which history of the product's database the rows of a table come from. A cursor carries it as text. */
export type History = Pick<SourceIdentity, 'store' | 'timeline'> & {
  /** Made in the database after the rows were read: a database that lacks it may lack what they hold. */
  mark: string
  /** Added to the versions of all rows, so that they exceed those of the previous history. */
  raisedBy: bigint
}

/** A cursor that says which history its rows come from. */
export type StartedCursor = TableCursor & { history: string }

const form = /^([\w.]+):(\w+):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}):(\d{1,19})$/

export function formatHistory({ store, timeline, mark, raisedBy }: History): string {
  return [store, timeline, mark, raisedBy].join(':')
}

/** Returns undefined for a text that is no history, as in a cursor of an older version. */
export function parseHistory(text: string | undefined): History | undefined {
  const [, store, timeline, mark, raisedBy] = form.exec(text ?? '') ?? []
  if (store === undefined || timeline === undefined || mark === undefined || raisedBy === undefined) {
    return undefined
  }
  return { store, timeline, mark, raisedBy: BigInt(raisedBy) }
}
