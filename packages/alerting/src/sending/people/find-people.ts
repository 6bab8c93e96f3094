import type { Alert } from '@signalpost/channels'
import type { Database } from '@signalpost/database'
import { findUserNames } from '@signalpost/database/people'
import { findAcknowledgers } from '@signalpost/database/records'
import type { Signal } from '@signalpost/domain'

/** Returns who acknowledged signals of a workspace, and the names of those who did or are assigned, for an alert. */
export async function findPeople(
  database: Database,
  signals: readonly Signal[],
): Promise<Pick<Alert, 'acknowledgedBy' | 'names'>> {
  const acknowledged = signals.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined)
  const orgId = signals[0]?.orgId ?? ''
  const signalIds = acknowledged.map(({ id }) => id)
  const acknowledgers =
    signalIds.length === 0 ? undefined : await findAcknowledgers(database, { orgId, signalIds })
  const ids = new Set([
    ...signals.flatMap(({ assignedTo }) => assignedTo?.userId ?? []),
    ...(acknowledgers?.values() ?? []),
  ])
  if (ids.size === 0) return {}
  return {
    names: Object.fromEntries(await findUserNames(database, { orgId, userIds: [...ids] })),
    ...(acknowledgers && { acknowledgedBy: Object.fromEntries(acknowledgers) }),
  }
}
