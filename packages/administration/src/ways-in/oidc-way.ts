import { type LoginLimits, visitorCaller } from '@signalpost/authorization'
import { createIdentityProvider, openLoginState, sealLoginState } from '@signalpost/authorization/oidc'
import { RejectedError } from '@signalpost/domain'
import { logInByOidcAct } from '../login/log-in-by-oidc.ts'
import type { StartedSession } from '../login/start-session.ts'
import { performAct } from '../perform-act.ts'
import type { PersonActServices } from '../person/person-services.ts'
import type { NewSession, OidcSettings, WaysIn } from './ways-in.ts'

type Options = {
  services: PersonActServices
  oidc: OidcSettings | undefined
  limits: LoginLimits
  openSession: (started: StartedSession, way: NewSession['way']) => Promise<NewSession>
}

/** Logins at an identity provider. */
export function createOidcWay({
  services,
  oidc,
  limits,
  openSession,
}: Options): Pick<WaysIn, 'startOidc' | 'finishOidc'> {
  if (oidc === undefined) return { startOidc: refuseUnconfigured, finishOidc: refuseUnconfigured }
  const { secretBox, nowMs, consoleUrl } = services
  const { domains, ...client } = oidc
  const provider = createIdentityProvider({ ...client, redirectUrl: `${consoleUrl}/login/oidc`, nowMs })
  return {
    startOidc: async () => {
      const { url, checks } = await provider.start()
      return { url, state: sealLoginState(secretBox, checks, nowMs()) }
    },
    finishOidc: async ({ search, state }, visitor) => {
      await limits.takeLogin(visitor.address)
      const identity = await provider.finish(search, openLoginState(secretBox, state, nowMs()))
      const started = await performAct(services, {
        caller: visitorCaller(visitor),
        act: logInByOidcAct,
        input: { ...identity, domains, agent: visitor.agent },
      })
      return openSession(started, 'oidc')
    },
  }
}

async function refuseUnconfigured(): Promise<never> {
  throw new RejectedError('not_found', 'No identity provider is set up here.')
}
