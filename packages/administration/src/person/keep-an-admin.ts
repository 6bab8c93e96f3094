import type { Caller } from '@signalpost/authorization'
import type { DatabaseTransaction } from '@signalpost/database'
import { lockAdmins, lockOperators } from '@signalpost/database/people'
import { RejectedError } from '@signalpost/domain'

/**
 * Throws RejectedError `conflict` if the change would leave a workspace without an admin. The command line may do that,
 * because it can always invite another.
 */
export async function keepAnAdmin(
  transaction: DatabaseTransaction,
  caller: Caller,
  { orgId, personId }: { orgId: string; personId: string },
): Promise<void> {
  if (caller.actor.kind !== 'person') return
  const admins = await lockAdmins(transaction, { orgId })
  if (admins.length > 1 || admins[0] !== personId) return
  throw new RejectedError(
    'conflict',
    'This is the last admin of the workspace. Make another person admin first.',
  )
}

/** Throws RejectedError `conflict` if the change would leave the installation without an operator. */
export async function keepAnOperator(
  transaction: DatabaseTransaction,
  caller: Caller,
  { personId }: { personId: string },
): Promise<void> {
  if (caller.actor.kind === 'person') await refuseLastOperator(transaction, { personId })
}

/** Throws RejectedError `conflict` for the last operator, to every caller: no one could print a link without naming a person. */
export async function refuseLastOperator(
  transaction: DatabaseTransaction,
  { personId }: { personId: string },
): Promise<void> {
  const operators = await lockOperators(transaction)
  if (operators.length > 1 || operators[0] !== personId) return
  throw new RejectedError('conflict', 'This is the last operator. Make another person an operator first.')
}
