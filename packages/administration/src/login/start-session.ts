import { type Caller, createToken, hashToken, longestSessionMs } from '@signalpost/authorization'
import type { DatabaseTransaction } from '@signalpost/database'
import { createSession } from '@signalpost/database/people'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'

/** The user agent of the browser. */
export const agentSchema = z
  .string()
  .transform((agent) => agent.slice(0, 300).toWellFormed().replaceAll('\u0000', '\ufffd'))
  .nullable()

/** The result of a login. `token` is its only copy. */
export type StartedSession = { token: string; sessionId: string; personId: string }

/** Starts a session with a new token, whatever token the browser had before. */
export async function startSession(
  transaction: DatabaseTransaction,
  caller: Caller,
  { personId, agent, nowMs }: { personId: string; agent: string | null; nowMs: number },
): Promise<StartedSession> {
  const token = createToken()
  const { sessionId } = await createSession(transaction, {
    ...{ tokenSha256: hashToken(token), personId, agent, nowMs },
    ...{ endsMs: nowMs + longestSessionMs, address: caller.address ?? 'unknown' },
  })
  return { token, sessionId, personId }
}

/** The same error for links that are unknown, used or expired, and for people who may not log in. */
export function linkRefused(): RejectedError {
  return new RejectedError('unauthorized', 'This link does not work, or no longer. Ask for another one.')
}
