import type { Connection } from '@signalpost/database/searching'
import type { PlatformDefinition } from '@signalpost/platforms'

/** Returns what a workspace with these connections lacks to search a platform. */
export function findMissing(
  { platform, search, secrets, requirement }: PlatformDefinition,
  connections: readonly Connection[],
): string | undefined {
  if (search === undefined) return requirement
  const connection = connections.find((one) => one.platform === platform)
  const isConnected = secrets.length === 0 || connection !== undefined
  const isCapped = search.needsBudget !== true || (connection?.budget ?? null) !== null
  return isConnected && isCapped ? undefined : requirement
}
