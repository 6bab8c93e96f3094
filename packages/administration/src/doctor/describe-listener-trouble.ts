import type { ListenerTrouble } from '@signalpost/database/searching'

/** Such as `lsn_1 of org_a: 2 searches fail (lever: …)`. */
export function describeListenerTrouble({
  orgId,
  listenerId,
  kind,
  reason,
  searches,
}: ListenerTrouble): string {
  const because = reason === null ? '' : ` (${reason})`
  const what = {
    failing: 'none of its searches works',
    search_failing: searches === 1 ? 'a search fails' : `${searches} searches fail`,
    silent: 'it has found nothing for 14 days',
  }[kind]
  return `${listenerId} of ${orgId}: ${what}${because}`
}
