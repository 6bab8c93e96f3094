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
import { endSessionAct } from '../person/end-sessions.ts'
import type { PersonActServices } from '../person/person-services.ts'
import { createOidcWay } from './oidc-way.ts'
import type { NewSession, OidcSettings, WaysIn } from './ways-in.ts'

/** @param onError for work in the background: a mail that was not taken, a use that was not recorded */
export function createWaysIn({
  onError,
  oidc,
  ...services
}: PersonActServices & {
  oidc: OidcSettings | undefined
  onError: (error: unknown) => void
}): WaysIn {
  const { database, nowMs, sendLetter } = services
  const limits = createLoginLimits({ database, nowMs })
  const sessions = createSessions({ database, nowMs, onError })
  const mailing = new Set<Promise<void>>()
  const openSession = async ({ token }: StartedSession, way: NewSession['way']): Promise<NewSession> => {
    const found = await sessions.find(token)
    if (found === undefined) throw linkRefused()
    return { token, session: found.session, way }
  }

  return {
    offers: { mail: sendLetter !== undefined, oidc: oidc !== undefined },
    ...createOidcWay({ services, oidc, limits, openSession }),
    logInByToken: async (token, visitor, current) => {
      await limits.takeLogin(visitor.address)
      if (!isToken(token)) throw linkRefused()
      const caller = visitorCaller(visitor)
      const given = { token, agent: visitor.agent }
      const personId = current?.person.personId
      let way: NewSession['way'] = 'link'
      const started = await performAct(services, { caller, act: logInByLinkAct, input: given }).catch(
        (error) => {
          if (!(error instanceof RejectedError && error.code === 'unauthorized')) throw error
          way = 'invitation'
          return performAct(services, { caller, act: logInByInvitationAct, input: { ...given, personId } })
        },
      )
      return openSession(started, way)
    },
    requestMailLink: async (text, visitor) => {
      if (sendLetter === undefined) throw new RejectedError('not_found', 'Links by mail are not set up here.')
      const parsed = parseInput(emailSchema, text)
      if (!parsed.ok) {
        throw new RejectedError('invalid_request', 'The address is not valid.', { issues: parsed.issues })
      }
      await limits.takeLogin(visitor.address)
      await limits.takeMail(parsed.value)
      const sent = mailLink({ ...services, sendLetter }, parsed.value, visitor)
        .catch(onError)
        .finally(() => mailing.delete(sent))
      mailing.add(sent)
    },
    findSession: (token) => sessions.find(token),
    peekSession: (token) => sessions.peek(token),
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
  const input = { personId: person.personId }
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
