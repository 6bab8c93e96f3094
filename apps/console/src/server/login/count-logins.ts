import type { NewSession, WaysIn } from '@signalpost/administration/ways-in'
import { RejectedError } from '@signalpost/domain'
import { Counter, type Registry } from 'prom-client'

/** Counts attempts to log in. No label names a person, an address or a workspace. */
export function countLogins(waysIn: WaysIn, registry: Registry): WaysIn {
  const attempts = new Counter({
    name: 'signalpost_console_logins_total',
    help: 'Attempts to log in by way (link, invitation, oidc, device) and outcome (logged_in, refused, rate_limited, failed). A link that works no longer counts as link.',
    labelNames: ['way', 'outcome'],
    registers: [registry],
  })
  const count = async (attempt: Promise<NewSession>, way: NewSession['way']): Promise<NewSession> => {
    try {
      const started = await attempt
      attempts.inc({ way: started.way, outcome: 'logged_in' })
      return started
    } catch (error) {
      attempts.inc({ way, outcome: outcomeOf(error) })
      throw error
    }
  }
  return {
    ...waysIn,
    logInByToken: (...attempt) => count(waysIn.logInByToken(...attempt), 'link'),
    finishOidc: (...attempt) => count(waysIn.finishOidc(...attempt), 'oidc'),
    pollDevice: async (...attempt) => {
      const polled = await waysIn.pollDevice(...attempt)
      if ('token' in polled) attempts.inc({ way: 'device', outcome: 'logged_in' })
      else if (polled.error === 'access_denied') attempts.inc({ way: 'device', outcome: 'refused' })
      return polled
    },
  }
}

function outcomeOf(error: unknown): string {
  if (!(error instanceof RejectedError) || error.code === 'unavailable') return 'failed'
  return error.code === 'rate_limited' ? 'rate_limited' : 'refused'
}
