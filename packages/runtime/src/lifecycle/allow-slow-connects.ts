import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

/** Half of the 5 s that stores and mail servers have, so that the next address has its turn. */
const attemptMs = 2_500

/**
 * Gives each address of a host this long to accept a connection, where there are several. Node gives up after 250 ms
 * and does not come back: a host on the other side of the earth, or one whose first packet was lost, would be away
 * wherever its other address, mostly of IPv6, leads nowhere.
 */
export function allowSlowConnects(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(attemptMs)
}
