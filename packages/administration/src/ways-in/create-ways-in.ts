import {
  callerOf,
  createLoginLimits,
  createSessions,
  isToken,
  systemCaller,
  visitorCaller,
} from '@signalpost/authorization'
import type { SendLetter } from '@signalpost/channels'
import { findPersonByEmail } from '@signalpost/database/people'
import { parseInput, RejectedError } from '@signalpost/domain'
import { createLoginLinkAct } from '../login/create-login-link.ts'
import { hasPart } from '../login/has-part.ts'
import { logInByInvitationAct } from '../login/log-in-by-invitation.ts'
import { logInByLinkAct } from '../login/log-in-by-link.ts'
import { linkRefused, type StartedSession } from '../login/start-session.ts'
import { performAct } from '../perform-act.ts'
import { emailSchema } from '../person/email-schema.ts'
import type { PersonActServices } from '../person/person-services.ts'
import { endSessionAct } from '../person/sessions/end-sessions.ts'
import { createDeviceWay } from './device-way.ts'
import { findWayOf, inspectToken } from './inspect-token.ts'
import { createOidcWay } from './oidc-way.ts'
import { replacedOf } from './replaced-of.ts'
import type { CurrentSession, NewSession, OidcSettings, Visitor, WaysIn } from './ways-in.ts'

/** @param onError for work in the background: a mail that was not taken, a use that was not recorded */
export function createWaysIn({
  onError,
  oidc,
  ...services
}: PersonActServices & {
  oidc: OidcSettings | undefined
  onError: (error: unknown) => void
}): WaysIn {
  const { database, nowMs, loginWays, sessionTimes } = services
  const sendLetter = loginWays.includes('mail') ? services.sendLetter : undefined
  const limits = createLoginLimits({ database, nowMs })
  const sessions = createSessions({ database, nowMs, times: sessionTimes, onError })
  const mailing = new Set<Promise<void>>()
  const openSession = async (
    { token }: StartedSession,
    way: NewSession['way'],
    current: CurrentSession | undefined,
  ): Promise<NewSession> => {
    if (current !== undefined) sessions.forget(current.token)
    const found = await sessions.find(token)
    if (found === undefined) throw linkRefused()
    return { token, session: found.session, way }
  }
  const countFailure = async (error: unknown, { address }: Visitor): Promise<never> => {
    const isFailure = error instanceof RejectedError && ['unauthorized', 'forbidden'].includes(error.code)
    if (isFailure) await limits.takeFailure(address)
    throw error
  }

  return {
    offers: {
      link: loginWays.includes('link'),
      mail: sendLetter !== undefined,
      oidc: oidc !== undefined && loginWays.includes('oidc'),
    },
    ...createOidcWay({
      ...{ services, limits, openSession, countFailure },
      oidc: loginWays.includes('oidc') ? oidc : undefined,
    }),
    inspectToken: async (token, visitor) => {
      const inspected = isToken(token) ? await inspectToken(services, token) : undefined
      return inspected ?? countFailure(linkRefused(), visitor)
    },
    logInByToken: async (token, visitor, current) => {
      try {
        const way = isToken(token) ? await findWayOf(services, token) : undefined
        if (way === undefined) throw linkRefused()
        const act = way === 'link' ? logInByLinkAct : logInByInvitationAct
        const input = { token, agent: visitor.agent, replaced: replacedOf(current) }
        const started = await performAct(services, { caller: visitorCaller(visitor), act, input })
        return await openSession(started, way, current)
      } catch (error) {
        return countFailure(error, visitor)
      }
    },
    requestMailLink: async (text, visitor) => {
      if (sendLetter === undefined) throw new RejectedError('not_found', 'Links by mail are not set up here.')
      const parsed = parseInput(emailSchema, text)
      if (!parsed.ok) {
        throw new RejectedError('invalid_request', 'The address is not valid.', { issues: parsed.issues })
      }
      await limits.takeMail(visitor.address, parsed.value)
      const sent = mailLink({ ...services, sendLetter }, parsed.value, visitor)
        .catch(onError)
        .finally(() => mailing.delete(sent))
      mailing.add(sent)
    },
    ...createDeviceWay({ services, limits }),
    findSession: (token, _visitor, kind) => sessions.find(token, kind),
    peekSession: (token, kind) => sessions.peek(token, kind),
    endSession: async (token, session, visitor) => {
      const caller = callerOf(session, { address: visitor.address, requestId: visitor.requestId })
      if (caller === undefined) throw new Error('a person without a workspace is a caller')
      await performAct(services, { caller, act: endSessionAct, input: { sessionId: session.sessionId } })
      sessions.forget(token)
    },
    close: async () => {
      await Promise.all([...mailing, sessions.close()])
    },
  }
}

type MailServices = PersonActServices & { sendLetter: SendLetter }

/** Sends no mail to an unknown address or to a person without a role. */
async function mailLink(
  services: MailServices,
  email: string,
  { address, requestId }: { address: string; requestId: string | null },
): Promise<void> {
  const person = await findPersonByEmail(services.database, email)
  if (person === undefined || !(await hasPart(services.database, person))) return
  const caller = { ...systemCaller('login'), address, requestId }
  const input = { personId: person.personId, byMail: true }
  const { url } = await performAct(services, { caller, act: createLoginLinkAct, input })
  await services.sendLetter({
    to: email,
    subject: 'Your login to Signalpost',
    paragraphs: [
      'The link logs you in once, within 10 minutes.',
      'If you did not ask for it, ignore this mail.',
    ],
    link: { label: 'Log in', url },
  })
}
