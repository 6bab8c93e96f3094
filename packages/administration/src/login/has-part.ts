import type { Database } from '@signalpost/database'
import { getPerson, listMemberships } from '@signalpost/database/people'

/** Whether a person may log in: not disabled, and with a role somewhere or as an operator. */
export async function hasPart(database: Database, { personId }: { personId: string }): Promise<boolean> {
  const { disabledAt, isOperator } = await getPerson(database, { personId })
  if (disabledAt !== null) return false
  return isOperator || (await listMemberships(database, { personId })).length > 0
}
