import { type Caller, endsOf, type SessionTimes } from '@signalpost/authorization'
import type { ListedSession } from '@signalpost/database/people'
import { z } from 'zod'

/** A session as its person and admins see it: never its token. */
export const loginSchema = z.object({
  sessionId: z.string(),
  kind: z.enum(['browser', 'cli']).meta({ description: '`cli`: the command line of a computer.' }),
  loggedInAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
  endsAt: z.iso.datetime().meta({ description: 'The latest end.' }),
  endsUnusedAt: z.iso.datetime().meta({ description: 'The end, unless it is used before.' }),
  address: z.string(),
  agent: z.string().nullable(),
  isThisOne: z.boolean(),
})

export function describeLogin(
  { sessionId, kind, loggedInAt, usedAt, endsAt, address, agent }: ListedSession,
  own: Pick<Caller, 'sessionId'>,
  times: SessionTimes,
): z.infer<typeof loginSchema> {
  const ends = endsOf({ loggedInAt, usedAt, endsAt }, times)
  return {
    ...{ sessionId, kind, address, agent, isThisOne: sessionId === own.sessionId },
    loggedInAt: loggedInAt.toISOString(),
    usedAt: usedAt.toISOString(),
    endsAt: ends.endsAt.toISOString(),
    endsUnusedAt: ends.endsUnusedAt.toISOString(),
  }
}
