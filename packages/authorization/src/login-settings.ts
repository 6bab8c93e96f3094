import type { CommonConfig } from '@signalpost/runtime'
import type { SessionTimes } from './sessions.ts'

/** A way to log in that an operator can close. */
export type LoginWay = CommonConfig['SIGNALPOST_LOGIN_WAYS'][number]

/** Returns how long sessions last. */
export function sessionTimesOf({
  SIGNALPOST_SESSION_IDLE_MINUTES: idleMinutes,
  SIGNALPOST_SESSION_HOURS: totalHours,
}: Pick<CommonConfig, 'SIGNALPOST_SESSION_IDLE_MINUTES' | 'SIGNALPOST_SESSION_HOURS'>): SessionTimes {
  return { idleMs: idleMinutes * 60_000, totalMs: totalHours * 3_600_000 }
}
