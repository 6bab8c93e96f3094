import { hashToken } from '@signalpost/authorization'
import { findInvitation, findLoginLink, findPersonByEmail, getPerson } from '@signalpost/database/people'
import { hasPart } from '../login/has-part.ts'
import { isStillOffered } from '../login/still-offered.ts'
import { opensInvitations, type PersonActServices } from '../person/person-services.ts'
import type { InspectedToken } from './ways-in.ts'

/** Returns what kind of token it is, if it is open. Cheap: anyone may ask. */
export async function findWayOf(
  { database, nowMs }: PersonActServices,
  token: string,
): Promise<InspectedToken['way'] | undefined> {
  const given = { tokenSha256: hashToken(token), nowMs: nowMs() }
  if ((await findLoginLink(database, given)) !== undefined) return 'link'
  return (await findInvitation(database, given)) && 'invitation'
}

/** Returns what a token would do, without using it. Undefined where it does nothing. */
export async function inspectToken(
  services: PersonActServices,
  token: string,
): Promise<InspectedToken | undefined> {
  const { database, loginWays, nowMs } = services
  const given = { tokenSha256: hashToken(token), nowMs: nowMs() }
  const link = await findLoginLink(database, given)
  if (link !== undefined) {
    if (link.byMail && !loginWays.includes('mail')) return undefined
    if (!(await hasPart(database, link))) return undefined
    const { personId, email, unprovenEmail, name } = await getPerson(database, link)
    const address = email ?? unprovenEmail
    const shown = address === null ? (name ?? personId) : maskAddress(address)
    return { way: 'link', personId, name: shown, orgId: null }
  }
  const invitation = await findInvitation(database, given)
  if (invitation === undefined || !opensInvitations(services)) return undefined
  if (!(await isStillOffered(database, invitation))) return undefined
  const { orgId, email } = invitation
  const known = await findPersonByEmail(database, email)
  return { way: 'invitation', personId: known?.personId ?? null, name: maskAddress(email), orgId }
}

/** Enough for its owner to know it again: `a…n@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = '', ...rest] = address.slice(0, at)
  return `${first}…${rest.length > 1 ? rest.at(-1) : ''}${address.slice(at)}`
}
