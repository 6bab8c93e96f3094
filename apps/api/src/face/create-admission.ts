import { findDenial, type RefusalLog } from '@signalpost/administration'
import type { WorkspaceRate } from '@signalpost/authorization'
import type { RateLimiter } from '@signalpost/database/access'
import { RejectedError, type Scope } from '@signalpost/domain'
import type { Admission } from '@signalpost/rest'
import type { Authenticate, Caller } from './callers/authenticate.ts'
import { createKeyRate } from './callers/key-rate.ts'
import { type KeyFace, type Route, scopesOf } from './define-routes.ts'

type Options = {
  authenticate: Authenticate
  rateLimiter: RateLimiter
  ratePerMinute: number
  workspaceRate: WorkspaceRate
  /** Gets the writes that a key may not do. */
  refusals: RefusalLog
}

/** Lets in the keys of workspaces, at their rates and within their scopes. */
export function createAdmission({
  authenticate,
  rateLimiter,
  ratePerMinute,
  workspaceRate,
  refusals,
}: Options): Admission<KeyFace, Caller> {
  const rate = createKeyRate({ rateLimiter, ratePerMinute })
  return {
    identify: ({ request }) => authenticate(request),
    takeRequest: async ({ response, known }) => {
      await rate.takeRequest(response, known)
      await workspaceRate.takeRequest(known.orgId)
    },
    admit: ({ known: caller, route, request }) => {
      const scopes = scopesFor(route, request.url)
      if (!scopes.some((scope) => caller.scopes.includes(scope))) {
        throw new RejectedError('forbidden', `The key does not have the scope ${scopes.join(' or ')}.`)
      }
      return { caller }
    },
    chargeBody: ({ response, known }, bytes) => rate.chargeBytes(response, known, bytes),
    onFailed: (error, { route: { act, scope }, known: { keyId, orgId, address, requestId } }) => {
      const refusal = findDenial(error)
      if (act === undefined || refusal === undefined) return
      const target = { type: 'scope', id: scope }
      refusals.record({ orgId, actor: { kind: 'key', id: keyId }, act, target, refusal, address, requestId })
    },
    // A stranger's request names no route: only callers may know which are served.
    observe: ({ route, ofPath, known }) => ({
      route: known && (route ?? ofPath[0])?.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      caller: { keyId: known?.keyId, orgId: known?.orgId },
      address: known?.address,
    }),
  }
}

/** The scopes of which a request needs one: all that the route knows where the query does not say which. */
function scopesFor(route: Route, url = ''): readonly Scope[] {
  const { scopesBy } = route
  if (scopesBy === undefined) return scopesOf(route)
  const [value = '', ...more] = new URLSearchParams(url.split('?')[1]).getAll(scopesBy.parameter)
  const ofValue = Object.entries(scopesBy.scopes).find(([name]) => name === value)
  return ofValue === undefined || more.length > 0 ? scopesOf(route) : [ofValue[1]]
}
