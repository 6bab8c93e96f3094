import { type Caller, createToken, hashToken } from '@signalpost/authorization'
import type { DatabaseTransaction } from '@signalpost/database'
import { createSession, endSessions, type SessionKind } from '@signalpost/database/people'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { PersonActServices } from '../person/person-services.ts'

/** The user agent of the browser. */
export const agentSchema = z
  .string()
  .transform((agent) => agent.slice(0, 300).toWellFormed().replaceAll('\u0000', '\ufffd'))
  .nullable()

/** The session that the browser sent with the login. It ends with it. */
export const replacedSchema = z.strictObject({ personId: z.string(), sessionId: z.string() }).optional()

/** The result of a login. `token` is its only copy. */
export type StartedSession = { token: string; sessionId: string; personId: string }

/** Starts a session with a new token, whatever token the browser had before, and ends the one that it replaces. */
export async function startSession(
  transaction: DatabaseTransaction,
  { services, caller }: { services: Pick<PersonActServices, 'sessionTimes' | 'nowMs'>; caller: Caller },
  {
    personId,
    agent,
    replaced,
    kind = 'browser',
  }: {
    personId: string
    agent: string | null
    replaced?: z.output<typeof replacedSchema>
    kind?: SessionKind
  },
): Promise<StartedSession> {
  const token = createToken()
  const nowMs = services.nowMs()
  if (replaced !== undefined) await endSessions(transaction, replaced)
  const { sessionId } = await createSession(transaction, {
    ...{ tokenSha256: hashToken(token), kind, personId, agent, nowMs },
    ...{ endsMs: nowMs + services.sessionTimes.totalMs, address: caller.address ?? 'unknown' },
  })
  return { token, sessionId, personId }
}

/** The same error for links that are unknown, used or expired, and for people who may not log in. */
export function linkRefused(): RejectedError {
  return new RejectedError('unauthorized', 'This link is not valid or has expired. Ask for another one.')
}
