import type { Database } from '@signalpost/database'
import { findMembership, type Membership } from '@signalpost/database/people'
import { RejectedError } from '@signalpost/domain'

/** Returns a person's membership of a workspace. Throws RejectedError `not_found`. */
export async function getMembership(
  database: Database,
  reference: { orgId: string; personId: string },
): Promise<Membership> {
  const found = await findMembership(database, reference)
  if (found === undefined) throw missingPerson()
  return found
}

export function missingPerson(): RejectedError {
  return new RejectedError('not_found', 'There is no such person in the workspace.')
}
