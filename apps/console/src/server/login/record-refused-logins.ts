import type { RefusalLog } from '@signalpost/administration'
import type { NewSession, Visitor, WaysIn } from '@signalpost/administration/ways-in'
import { RejectedError } from '@signalpost/domain'

/** What each is named in the audit log. */
export const refusedLogin = 'login.refused'

/** Neither is a login that did not belong to someone: one came too often, the other when the provider was away. */
const unlogged = ['rate_limited', 'unavailable']

/** Writes a row of the audit log for each login that is refused. It has no token, and no address of a mail. */
export function recordRefusedLogins(waysIn: WaysIn, { record }: RefusalLog): WaysIn {
  const watch = async (attempt: Promise<NewSession>, way: NewSession['way'], visitor: Visitor) => {
    try {
      return await attempt
    } catch (error) {
      if (error instanceof RejectedError && !unlogged.includes(error.code)) {
        record({
          ...{ orgId: null, act: refusedLogin, refusal: error.code, target: { type: 'login', id: way } },
          actor: { kind: 'system', id: 'visitor' },
          ...{ address: visitor.address, requestId: visitor.requestId },
        })
      }
      throw error
    }
  }
  return {
    ...waysIn,
    logInByToken: (token, visitor, current) =>
      watch(waysIn.logInByToken(token, visitor, current), 'link', visitor),
    finishOidc: (given, visitor) => watch(waysIn.finishOidc(given, visitor), 'oidc', visitor),
  }
}
