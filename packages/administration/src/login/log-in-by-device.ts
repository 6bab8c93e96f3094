import { hashToken, isOver } from '@signalpost/authorization'
import {
  endSessions,
  lockDeviceLogin,
  type PolledLogin,
  recordDevicePoll,
  takeDeviceLogin,
} from '@signalpost/database/people'
import { z } from 'zod'
import { type ActWork, defineAct } from '../define-act.ts'
import { personTarget } from '../person/audited-person.ts'
import type { PersonActServices } from '../person/person-services.ts'
import { hasPart } from './has-part.ts'
import { agentSchema, linkRefused, type StartedSession, startSession } from './start-session.ts'

export const pollSeconds = 5
/** Polls that are sent in time may arrive a little closer to each other. */
const toleranceMs = 1_000

const input = z.strictObject({ deviceCode: z.string(), agent: agentSchema })

type Work = ActWork<z.output<typeof input>, PersonActServices>

type Refusal = 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'invalid_grant'

/**
 * Logs a command line in once a person has allowed it. A code that is used a second time may have been stolen, so its session
 * ends. What a poll writes stays, so most refusals are results. Throws RejectedError `unauthorized` for an unknown code.
 */
export const logInByDeviceAct = defineAct({
  name: 'login.by_device',
  demands: 'nobody',
  input,
  run: async ({ transaction, services, caller, input: { deviceCode, agent } }: Work) => {
    const deviceSha256 = hashToken(deviceCode)
    const nowMs = services.nowMs()
    const login = await lockDeviceLogin(transaction, { deviceSha256 })
    const actorOf = (personId: string) => ({ kind: 'person', id: personId }) as const
    if (login === undefined) throw linkRefused()
    const { personId, sessionId } = login
    if (personId !== null && sessionId !== null) {
      const ended = await endSessions(transaction, { personId, sessionId })
      if (ended.length === 0) return refused('invalid_grant')
      const states = { before: { sessions: ended }, after: null }
      const change = { orgId: null, ...personTarget(personId), ...states, actor: actorOf(personId) }
      return { ...refused('invalid_grant'), change }
    }
    if (isOver(login.endsAt.getTime(), nowMs)) return refused('expired_token')
    const isEarly = isTooEarly(login, nowMs)
    const intervalSeconds = login.intervalSeconds + (isEarly ? pollSeconds : 0)
    await recordDevicePoll(transaction, { deviceSha256, intervalSeconds, nowMs })
    if (isEarly) return refused('slow_down')
    if (!login.isDecided) return refused('authorization_pending')
    if (personId === null || !(await hasPart(transaction, { personId }))) return refused('access_denied')
    const started = await startSession(transaction, { services, caller }, { personId, agent, kind: 'cli' })
    await takeDeviceLogin(transaction, { deviceSha256, sessionId: started.sessionId })
    const after = { sessionId: started.sessionId }
    return {
      result: { started },
      change: { orgId: null, ...personTarget(personId), before: null, after, actor: actorOf(personId) },
    }
  },
})

function isTooEarly({ polledAt, intervalSeconds }: PolledLogin, nowMs: number): boolean {
  return polledAt !== null && nowMs - polledAt.getTime() < intervalSeconds * 1_000 - toleranceMs
}

function refused(error: Refusal): { result: { error: Refusal } | { started: StartedSession } } {
  return { result: { error } }
}
