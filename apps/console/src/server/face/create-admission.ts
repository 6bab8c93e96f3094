import type { IncomingMessage } from 'node:http'
import { type Caller, findDenial, type RefusalLog } from '@signalpost/administration'
import type { Visitor, WaysIn } from '@signalpost/administration/ways-in'
import { callerOf, type FoundSession, may, type Session, type WorkspaceRate } from '@signalpost/authorization'
import { checkCell, findCell, RejectedError } from '@signalpost/domain'
import type { Admission, Exchange, Served } from '@signalpost/rest'
import type { Networks } from '@signalpost/runtime'
import type { PeopleFace, Route } from './define-routes.ts'
import { findToken, type ServerCookie } from './server-cookie.ts'
import { createSessionRate } from './session-rate.ts'
import { visitorOf } from './visitor-of.ts'

export type WayIn = { waysIn: WaysIn; cookie: ServerCookie; trustedProxies: Networks }

/** Who sends a request; the session is undefined where a route is open to all. */
type Known = { visitor: Visitor; session: Session | undefined }

/** What an open page sends along when it reads something again while no one is at it. */
const unattendedHeader = 'x-signalpost-unattended'

/** Whose page a write is from. */
const personHeader = 'x-signalpost-person'

type Options = WayIn & {
  cell: string
  consoleOrigin: string
  workspaceRate: WorkspaceRate
  refusals: RefusalLog
  nowMs: () => number
}

/**
 * Lets people in by their sessions. After the path and the method come 403 for writes of other sites, 421 for workspaces of
 * another cell, 404 for workspaces of others, 403 for the role, 429 of the workspace.
 */
export function createAdmission({
  cell,
  consoleOrigin,
  workspaceRate,
  refusals,
  nowMs,
  ...wayIn
}: Options): Admission<PeopleFace, Known> {
  const takeRequest = createSessionRate({ nowMs })
  return {
    identify: async ({ request, response, route, ofPath }) => {
      const visitor = visitorOf(request, wayIn.trustedProxies)
      const isOpenToAll = route === undefined ? ofPath.some(isOpen) : isOpen(route)
      const session = isOpenToAll ? undefined : await findSession(wayIn, { request, response, visitor })
      if (session !== undefined) checkPerson(request, session)
      return { visitor, session }
    },
    takeRequest: ({ known: { session } }) => {
      if (session !== undefined) takeRequest(session.sessionId)
    },
    admit: async ({ request, response, route, known: { visitor, session } }, readParams) => {
      if (route.method !== 'get') {
        // No page of another site can send a command line's token along.
        if (session?.kind === 'cli') checkJsonWrite(request)
        else checkSameOrigin(request, consoleOrigin)
      }
      const { orgId } = readParams()
      if (orgId !== undefined) checkCell(findCell(orgId), cell)
      const caller = session && callerFor(route, { session, visitor, orgId }, refusals)
      if (orgId !== undefined) await workspaceRate.takeRequest(orgId)
      if (session === undefined || caller === undefined) {
        return { visitor, response, session: undefined, caller: undefined }
      }
      return { visitor, response, session, caller }
    },
    onFailed: (error, exchange) => recordDenial(refusals, error, exchange),
    observe: ({ route, asker }) => ({
      route: route?.path,
      isEndless: route?.path.endsWith('/stream') ?? false,
      caller: { personId: asker?.caller?.actor.id, orgId: asker?.caller?.orgId },
    }),
  }
}

function isOpen({ role }: Route): boolean {
  return role === 'nobody'
}

/**
 * The session of a request. Throws RejectedError `unauthorized` where there is none. A read of an unattended page is no
 * use of the session, or an open page would keep it for days.
 */
export async function findSession(
  { waysIn, cookie }: WayIn,
  {
    request,
    response,
    visitor,
  }: Pick<Exchange<PeopleFace, Known>, 'request' | 'response'> & { visitor: Visitor },
): Promise<Session> {
  const { token, kind } = findToken(cookie, request)
  const isUnattended = request.method === 'GET' && request.headers[unattendedHeader] !== undefined
  const find = async (own: string): Promise<FoundSession | undefined> => {
    if (!isUnattended) return waysIn.findSession(own, visitor, kind)
    const session = await waysIn.peekSession(own, kind)
    return session && { session }
  }
  const found = token === undefined ? undefined : await find(token)
  if (found === undefined) throw new RejectedError('unauthorized', 'Log in first.')
  if (found.newToken !== undefined) cookie.set(response, found.newToken)
  return found.session
}

/** Throws RejectedError `unauthorized` for a write from the page of someone whom another login has replaced since. */
function checkPerson({ headers, method }: IncomingMessage, { person }: Session): void {
  const own = headers[personHeader]
  if (method === 'GET' || own === undefined || own === person.personId) return
  throw new RejectedError('unauthorized', 'This browser is now logged in as someone else.')
}

/**
 * Returns the caller of a route within the workspace of its path. Throws RejectedError `not_found` for a workspace in
 * which the person has no part, and `forbidden` for a role that is too low.
 */
function callerFor(
  { role, method, act }: Route,
  { session, visitor, orgId }: { session: Session; visitor: Visitor; orgId: string | undefined },
  refusals: RefusalLog,
): NonNullable<ReturnType<typeof callerOf>> {
  const { address, requestId } = visitor
  const caller = callerOf(session, { ...(orgId !== undefined && { orgId }), address, requestId })
  if (caller === undefined) throw new RejectedError('not_found', 'There is no such workspace.')
  if (may(caller, { demands: role }, orgId)) return caller
  if (method !== 'get' && act !== undefined) {
    const target = { type: 'role', id: role }
    const { actor } = caller
    const row = { orgId: orgId ?? null, actor, act, target, address, requestId, ...viaOf(caller) }
    refusals.record({ ...row, refusal: 'forbidden' })
  }
  throw new RejectedError('forbidden', `This needs the role ${role}.`)
}

/** A read that a role may not do says nothing of an intent. One that needs a recent login shows a secret. */
function recordDenial(
  refusals: RefusalLog,
  error: unknown,
  { route, asker, params }: Served<PeopleFace, Known>,
): void {
  const refusal = findDenial(error)
  const { act } = route
  if (asker?.caller === undefined || refusal === undefined || act === undefined) return
  if (refusal === 'forbidden' && route.method === 'get') return
  const { actor, orgId = null, address, requestId } = asker.caller
  const target =
    params?.id === undefined
      ? { type: 'role', id: route.role }
      : { type: act.split('.', 1)[0] ?? act, id: params.id }
  const row = { orgId, actor, act, target, refusal, address: address ?? '', requestId }
  refusals.record({ ...row, ...viaOf(asker.caller) })
}

function viaOf({ via }: Caller): Pick<Caller, 'via'> {
  return via === undefined ? {} : { via }
}

/**
 * Throws RejectedError `forbidden` unless a write comes from a page of this origin, as JSON. Another port of the same
 * host is another origin, although cookies do not see the difference.
 */
function checkSameOrigin(request: IncomingMessage, consoleOrigin: string): void {
  const { headers } = request
  const site = headers['sec-fetch-site']
  const isSameOrigin =
    site === undefined ? isOwnOrigin(headers.origin, [consoleOrigin, headers.host]) : site === 'same-origin'
  if (!isSameOrigin) throw new RejectedError('forbidden', 'Writes must come from a page of this console.')
  checkJsonWrite(request)
}

/** Throws RejectedError `forbidden` unless a write is declared as JSON. */
function checkJsonWrite({ headers }: IncomingMessage): void {
  if (/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) return
  throw new RejectedError('forbidden', 'Writes must have the content-type application/json.')
}

function isOwnOrigin(origin: string | undefined, own: readonly (string | undefined)[]): boolean {
  if (origin === undefined) return false
  return own.includes(origin) || own.includes(URL.parse(origin)?.host)
}
