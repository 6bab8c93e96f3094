import type { Session } from '@signalpost/authorization'
import type { ListedSession } from '@signalpost/database/people'
import { z } from 'zod'

/** A session as its person and admins see it: never its token. */
export const loginSchema = z.object({
  sessionId: z.string(),
  loggedInAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  address: z.string(),
  agent: z.string().nullable(),
  isThisOne: z.boolean(),
})

export function describeLogin(
  { sessionId, loggedInAt, usedAt, endsAt, address, agent }: ListedSession,
  own: Session,
): z.infer<typeof loginSchema> {
  return {
    ...{ sessionId, address, agent, isThisOne: sessionId === own.sessionId },
    loggedInAt: loggedInAt.toISOString(),
    usedAt: usedAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
}
