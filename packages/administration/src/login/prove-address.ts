import type { DatabaseTransaction } from '@signalpost/database'
import { endLoginLinks, endSessions, lockUnprovenPeople, proveAddress } from '@signalpost/database/people'

/**
 * Returns the person who was only called by an address and whose it is from now on: the one whose workspaces all vouch for
 * the one who proved it. Anyone else who is called by it keeps that as a name: an admin who invites a stranger's address to
 * herself must neither keep it from its owner nor lead the owner into her workspace. Sessions and links of the person end,
 * because someone else may have begun them.
 *
 * @param vouching the workspaces that invited the address; all of them without it
 */
export async function findProven(
  transaction: DatabaseTransaction,
  { email, vouching, nowMs }: { email: string; vouching?: readonly string[]; nowMs: number },
): Promise<{ personId: string } | undefined> {
  const [found, ...others] = (await lockUnprovenPeople(transaction, email)).filter(
    ({ isOperator, hasLogins, orgIds }) =>
      !isOperator &&
      !hasLogins &&
      orgIds.length > 0 &&
      orgIds.every((orgId) => vouching === undefined || vouching.includes(orgId)),
  )
  if (found === undefined || others.length > 0) return undefined
  await proveAddress(transaction, found)
  await endSessions(transaction, found)
  await endLoginLinks(transaction, { ...found, nowMs })
  return found
}
