import type { Refusal } from '@signalpost/administration'
import type { Visitor, WaysIn } from '@signalpost/administration/ways-in'
import { callerOf, type FoundSession, may } from '@signalpost/authorization'
import { RejectedError } from '@signalpost/domain'
import type { Request, Response } from 'express'
import type { Asker, Route } from './define-route.ts'
import type { ServerCookie } from './server-cookie.ts'

export type Admission = { waysIn: WaysIn; cookie: ServerCookie }

/** What an open page sends along when it reads something again while no one is at it. */
const unattendedHeader = 'x-signalpost-unattended'

/**
 * The session of a request. Throws RejectedError `unauthorized` where there is none. A read of an unattended page is no
 * use of the session, or an open page would keep it for days.
 */
export async function findSession(
  { waysIn, cookie }: Admission,
  { request, response, visitor }: { request: Request; response: Response; visitor: Visitor },
): Promise<NonNullable<Asker['session']>> {
  const token = cookie.read(request)
  const isUnattended = request.method === 'GET' && request.headers[unattendedHeader] !== undefined
  const find = async (own: string): Promise<FoundSession | undefined> => {
    if (!isUnattended) return waysIn.findSession(own, visitor)
    const session = await waysIn.peekSession(own)
    return session && { session }
  }
  const found = token === undefined ? undefined : await find(token)
  if (found === undefined) throw new RejectedError('unauthorized', 'Log in first.')
  if (found.newToken !== undefined) cookie.set(response, found.newToken)
  return found.session
}

/**
 * Returns the caller of a route within the workspace of its path. Throws RejectedError `not_found` for a workspace in
 * which the person has no part, and `forbidden` for a role that is too low, which `onRefused` gets.
 */
export function admit(
  { role }: Pick<Route, 'role'>,
  {
    session,
    visitor,
    orgId,
  }: { session: NonNullable<Asker['session']>; visitor: Visitor; orgId: string | undefined },
  onRefused: (refusal: Omit<Refusal, 'act'>) => void,
): NonNullable<Asker['caller']> {
  const { address, requestId } = visitor
  const caller = callerOf(session, { ...(orgId !== undefined && { orgId }), address, requestId })
  if (caller === undefined) throw new RejectedError('not_found', 'There is no such workspace.')
  if (!may(caller, { demands: role }, orgId)) {
    const target = { type: 'role', id: role }
    onRefused({ orgId: orgId ?? null, actor: caller.actor, target, refusal: 'forbidden', address, requestId })
    throw new RejectedError('forbidden', `This needs the role ${role}.`)
  }
  return caller
}
