import { RejectedError } from '@signalpost/domain'
import { fetchThrough, type OutgoingProxy } from '@signalpost/outgoing'
import * as client from 'openid-client'
import { type ClientProof, createClientProof } from './client-proof.ts'
import type { LoginState } from './login-state.ts'
import { type ReadEmail, readEmail } from './read-email.ts'

const timeoutSeconds = 10
const discoveredForMs = 60 * 60_000
/** A provider that is away is not asked again by each visitor. */
const failureLastsMs = 10_000

export type IdentityProviderSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** The URL to which the provider redirects people. */
  redirectUrl: string
  /** Whether an address counts of which the provider does not say that it is verified. */
  trustsEmail: boolean
  nowMs: () => number
  /** The proxy through which a provider outside of the operator's network is asked. */
  proxy?: OutgoingProxy | undefined
}

/** A person as an identity provider names them. */
export type Identity = ReadEmail & { issuer: string; subject: string; name: string | null }

/** OpenID Connect: the code flow with PKCE, state and nonce. */
export type IdentityProvider = {
  /** Returns the URL for the browser, and the state against which the callback is checked. */
  start: () => Promise<{ url: string; checks: Omit<LoginState, 'endsMs'> }>
  /**
   * Returns who logged in. `search` is the query of the callback. Throws RejectedError: `unauthorized`, which says where
   * the provider refused the client itself; `unavailable`.
   */
  finish: (search: string, checks: Omit<LoginState, 'endsMs'>) => Promise<Identity>
}

export function createIdentityProvider(settings: IdentityProviderSettings): IdentityProvider {
  const proof = createClientProof(settings.clientSecret)
  const discover = rememberDiscovery(settings, proof)
  return {
    start: async () => {
      const configuration = await discover().catch(refuse)
      proof.check(configuration.serverMetadata())
      const codeVerifier = client.randomPKCECodeVerifier()
      const [state, nonce] = [client.randomState(), client.randomNonce()]
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: settings.redirectUrl,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...{ state, nonce },
      })
      return { url: url.href, checks: { state, nonce, codeVerifier } }
    },
    finish: async (search, { state, nonce, codeVerifier }) => {
      try {
        const configuration = await discover()
        const callback = new URL(settings.redirectUrl)
        callback.search = search
        const grant = () =>
          client.authorizationCodeGrant(configuration, callback, {
            pkceCodeVerifier: codeVerifier,
            expectedState: state,
            expectedNonce: nonce,
            idTokenExpected: true,
          })
        const tokens = await proof.withEachWay(configuration.serverMetadata(), grant)
        return await readIdentity(configuration, tokens, settings)
      } catch (error) {
        return refuse(error)
      }
    },
  }
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

/** Asks for the profile with the access token where the ID token does not say all about the address. */
async function readIdentity(
  configuration: client.Configuration,
  tokens: Tokens,
  { trustsEmail }: Pick<IdentityProviderSettings, 'trustsEmail'>,
): Promise<Identity> {
  const idToken = tokens.claims()
  if (idToken === undefined) throw new Error('The provider sent no ID token.')
  const needsMore =
    (idToken.email === undefined || idToken.email_verified === undefined) &&
    configuration.serverMetadata().userinfo_endpoint !== undefined
  const profile = needsMore
    ? await client.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
    : undefined
  const name = profile?.name ?? idToken.name
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    ...readEmail(profile === undefined ? [idToken] : [idToken, profile], { trustsEmail }),
    name: typeof name === 'string' ? name.slice(0, 200) : null,
  }
}

/** Fetches the endpoints and keys of the provider once an hour. A failure lasts 10 s. */
function rememberDiscovery({ issuer, clientId, nowMs, proxy }: IdentityProviderSettings, proof: ClientProof) {
  const fetch = proxy && fetchThrough(proxy)
  let known: { sinceMs: number; lastsMs: number; configuration: Promise<client.Configuration> } | undefined
  return (): Promise<client.Configuration> => {
    const ageMs = known === undefined ? 0 : nowMs() - known.sinceMs
    // A clock that is set back makes nothing last longer.
    if (known !== undefined && ageMs >= 0 && ageMs < known.lastsMs) return known.configuration
    const configuration = client.discovery(new URL(issuer), clientId, undefined, proof.authenticate, {
      timeout: timeoutSeconds,
      ...(fetch && {
        [client.customFetch]: (url, { body, ...request }) =>
          fetch(url, { ...request, ...(body !== undefined && { body }) }),
      }),
      execute: [
        client.enableNonRepudiationChecks,
        // The configuration allows http on this machine only.
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    })
    const reading = { sinceMs: nowMs(), lastsMs: discoveredForMs, configuration }
    known = reading
    configuration.catch(() => {
      Object.assign(reading, { sinceMs: nowMs(), lastsMs: failureLastsMs })
    })
    return configuration
  }
}

/** The same error for every login that fails a check. The cause is for the log. */
function refuse(cause: unknown): never {
  if (cause instanceof RejectedError) throw cause
  if (isAway(cause)) {
    throw new RejectedError('unavailable', 'The identity provider does not answer. Try again later.', {
      cause,
    })
  }
  throw new RejectedError('unauthorized', 'The login was not completed. Start again.', { cause })
}

function isAway(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  if (error instanceof TypeError || code === 'OAUTH_TIMEOUT') return true
  // Discovery returned a page: the settings are wrong or the provider is down.
  return (
    code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ||
    code === 'OAUTH_RESPONSE_IS_NOT_JSON' ||
    cause?.code === 'ECONNREFUSED'
  )
}
