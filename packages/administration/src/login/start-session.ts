import { type Caller, createToken, hashToken, longestSessionMs } from '@signalpost/authorization'
import type { DatabaseTransaction } from '@signalpost/database'
import { createSession } from '@signalpost/database/people'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'

/** The browser, as it names itself. */
export const agentSchema = z
  .string()
  .transform((agent) => agent.slice(0, 300).toWellFormed().replaceAll('\u0000', '\ufffd'))
  .nullable()

/** What a login leads to. `token` is its only copy. */
export type StartedSession = { token: string; sessionId: string; personId: string }

/** Starts a session with a token of its own, whatever token the browser had before. */
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

/** The one answer to links that are unknown, used or over, and to those of people who may not come in. */
export function linkRefused(): RejectedError {
  return new RejectedError('unauthorized', 'This link does not work, or no longer. Ask for another one.')
}
