import type { ServerResponse } from 'node:http'
import type { CurrentSession } from '@signalpost/administration/ways-in'
import type { Services } from '../../services.ts'

/** Returns who is logged in already. A look gives the session no new token: a login that fails must leave its cookie valid. */
export async function findCurrent(
  { waysIn, cookie }: Services,
  response: ServerResponse,
): Promise<CurrentSession | undefined> {
  const token = cookie.read(response.req)
  const session = token === undefined ? undefined : await waysIn.peekSession(token)
  return token === undefined || session === undefined ? undefined : { token, session }
}
