import type { Database } from '@signalpost/database'
import { findPeopleNames } from '@signalpost/database/people'
import type { Signal } from '@signalpost/domain'

/** Returns the names of the people who are assigned to signals, for an alert; nothing where there are none. */
export async function findNames(
  database: Database,
  signals: readonly Signal[],
): Promise<{ names?: Record<string, string> }> {
  const ids = signals.flatMap(({ assignedTo }) => assignedTo?.userId ?? [])
  if (ids.length === 0) return {}
  return { names: Object.fromEntries(await findPeopleNames(database, ids)) }
}
