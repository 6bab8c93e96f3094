import type { DatabaseTransaction } from '@signalpost/database'
import { getPerson, listMemberships } from '@signalpost/database/people'

/** Whether a person may log in: not disabled, and with a role somewhere or as an operator. */
export async function hasPart(
  transaction: DatabaseTransaction,
  { personId }: { personId: string },
): Promise<boolean> {
  const { disabledAt, isOperator } = await getPerson(transaction, { personId })
  if (disabledAt !== null) return false
  return isOperator || (await listMemberships(transaction, { personId })).length > 0
}
