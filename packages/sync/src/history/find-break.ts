import { hasMark } from '@signalpost/database/warehouses'
import type { WarehouseTable } from '@signalpost/domain'
import type { Cursor } from '@signalpost/warehouses'
import type { WarehouseWork } from '../leases/warehouse-work.ts'
import { parseHistory } from './history.ts'

/**
 * Why a table of a warehouse may hold rows that the product's database never had or has lost; undefined where its
 * history is that of the database, or the cursor says nothing of it.
 */
export async function findBreak(
  { database, source }: Pick<WarehouseWork, 'database' | 'source'>,
  { table, cursor, goal }: { table: WarehouseTable; cursor: Cursor; goal: bigint },
): Promise<string | undefined> {
  const history = parseHistory(cursor.history)
  if (history !== undefined && !isSameStore(history.store, source.store)) {
    return `the product is on another database (${source.store}) than the warehouse followed (${history.store})`
  }
  const lost = 'the database of the product was restored to an earlier state: it lacks the last change of'
  if (history !== undefined && !(await hasMark(database, { table: table.name, mark: history.mark }))) {
    const isPromoted = history.timeline !== source.timeline
    const timelines = isPromoted ? `, on timeline ${source.timeline} after ${history.timeline}` : ''
    return `${lost} ${table.name} that the warehouse has${timelines}`
  }
  if (cursor.position > goal) {
    return `${lost} ${table.name} that the warehouse has (${cursor.position} after ${goal})`
  }
  return undefined
}

/** A part that a server does not show is unlike none. */
function isSameStore(one: string, other: string): boolean {
  const [parts, others] = [one.split('.'), other.split('.')]
  return parts.every(
    (part, index) => part === others[index] || part === 'unknown' || others[index] === 'unknown',
  )
}
