import { type LoginLimits, visitorCaller } from '@signalpost/authorization'
import { createIdentityProvider, openLoginState, sealLoginState } from '@signalpost/authorization/oidc'
import { RejectedError } from '@signalpost/domain'
import { logInByOidcAct } from '../login/log-in-by-oidc.ts'
import type { StartedSession } from '../login/start-session.ts'
import { performAct } from '../perform-act.ts'
import type { PersonActServices } from '../person/person-services.ts'
import { replacedOf } from './replaced-of.ts'
import type { CurrentSession, NewSession, OidcSettings, Visitor, WaysIn } from './ways-in.ts'

type Options = {
  services: PersonActServices
  oidc: OidcSettings | undefined
  limits: LoginLimits
  openSession: (
    started: StartedSession,
    way: NewSession['way'],
    current: CurrentSession | undefined,
  ) => Promise<NewSession>
  /** Rejects with the error, which it counts where a login failed. */
  countFailure: (error: unknown, visitor: Visitor) => Promise<never>
}

/** Logins at an identity provider. */
export function createOidcWay({
  services,
  oidc,
  limits,
  openSession,
  countFailure,
}: Options): Pick<WaysIn, 'startOidc' | 'finishOidc'> {
  if (oidc === undefined) return { startOidc: refuseUnconfigured, finishOidc: refuseUnconfigured }
  const { secretBox, nowMs, consoleUrl } = services
  const { domains, ...client } = oidc
  const provider = createIdentityProvider({ ...client, redirectUrl: `${consoleUrl}/login/oidc`, nowMs })
  return {
    startOidc: async ({ address }) => {
      await limits.takeStart(address)
      const { url, checks } = await provider.start()
      return { url, state: sealLoginState(secretBox, checks, nowMs()) }
    },
    finishOidc: async ({ search, state }, visitor, current) => {
      // Also bounds how often a visitor makes us ask the provider.
      await limits.takeStart(visitor.address)
      try {
        const identity = await provider.finish(search, openLoginState(secretBox, state, nowMs()))
        const started = await performAct(services, {
          caller: visitorCaller(visitor),
          act: logInByOidcAct,
          input: { ...identity, domains, agent: visitor.agent, replaced: replacedOf(current) },
        })
        return await openSession(started, 'oidc', current)
      } catch (error) {
        return countFailure(error, visitor)
      }
    },
  }
}

async function refuseUnconfigured(): Promise<never> {
  throw new RejectedError('not_found', 'No identity provider is set up here.')
}
