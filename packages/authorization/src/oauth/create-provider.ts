import type { IncomingMessage } from 'node:http'
import type { Database } from '@signalpost/database'
import { createAuthorization, isAssistantActive } from '@signalpost/database/assistants'
import { scopes } from '@signalpost/domain'
import type { Outgoing } from '@signalpost/outgoing'
import {
  type Client,
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import { createAdapter } from './adapter.ts'
import {
  type AssistantAddresses,
  canonicalResource,
  clientAuthAlgorithms,
  clientAuthMethods,
  isOurResource,
  readScopes,
} from './addresses.ts'
import { createDocumentFetch, maxDocumentBytes } from './fetch-document.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Seconds, as OAuth counts. */
export const lifetimes = {
  code: minute,
  accessToken: hour,
  /** Without use. */
  refreshToken: 30 * day,
  assistant: 90 * day,
  authorization: 10 * minute,
}

export const cookieNames = {
  session: 'signalpost_oauth_session',
  interaction: 'signalpost_oauth_interaction',
  resume: 'signalpost_oauth_resume',
}

export type ProviderSettings = {
  addresses: AssistantAddresses
  database: Database
  signingKey: JWK
  /** Sign cookies; the first is used, all are believed. */
  cookieKeys: readonly string[]
  /** Fetches documents and keys of clients. */
  outgoing: Outgoing
  nowMs: () => number
  /** How long a refresh token may be used again. */
  reuseMs: number
  /** Whether a metadata document may be fetched for a request. */
  mayFetch: (request: IncomingMessage) => Promise<boolean>
  /** Renders a refusal that cannot be sent back to the client. */
  renderProblem: (problem: { error: string; description: string }) => string
  /** Called with each answer of the token endpoint: `issued`, or the error of OAuth. */
  onToken: (outcome: string) => void
  /** Called for a code or a refresh token that was used again when it no longer may be. */
  onReuse: () => void
  /** Called for what is no fault of the caller; returns the status to answer with. */
  onFault: (error: unknown) => 500 | 503
}

/** The authorization server of oidc-provider. Only the file that loads this one late may import it: it is large. */
export function createProvider(settings: ProviderSettings): Provider {
  const provider = new Provider(settings.addresses.apiUrl, configurationOf(settings))
  // The issuer's scheme counts, whatever a proxy in front says; the caller of `callback` sets both headers.
  provider.proxy = true
  const faults = new WeakMap<object, unknown>()
  provider.on('server_error', (context: KoaContextWithOIDC, error: unknown) => {
    faults.set(context.req, error)
  })
  provider.use(async (context, next) => {
    await next()
    dropSessionCookie(context)
    if (faults.has(context.req)) {
      context.status = settings.onFault(faults.get(context.req))
      if (context.status === 503) context.set('retry-after', '1')
      context.body = { error: 'server_error', error_description: 'Try again later.' }
    }
    healRefresh(context)
    if (context.path === '/oauth/token') settings.onToken(errorOf(context) ?? 'issued')
  })
  return provider
}

function configurationOf({
  addresses,
  database,
  signingKey,
  cookieKeys,
  outgoing,
  nowMs,
  reuseMs,
  mayFetch,
  renderProblem,
  onReuse,
}: ProviderSettings): Configuration {
  const off = { enabled: false }
  return {
    adapter: createAdapter({ database, nowMs, reuseMs, onReuse }),
    jwks: { keys: [signingKey] },
    cookies: {
      keys: [...cookieKeys],
      names: cookieNames,
      short: { httpOnly: true, sameSite: 'lax' },
    },
    scopes: [...scopes],
    responseTypes: ['code'],
    clientAuthMethods: [...clientAuthMethods],
    enabledJWA: { clientAuthSigningAlgValues: [...clientAuthAlgorithms] },
    clientDefaults: {
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    },
    pkce: { required: () => true },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      jwks: '/oauth/jwks',
    },
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      rpInitiatedLogout: off,
      userinfo: off,
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      clientIdMetadataDocument: {
        ...{ enabled: true, ack: 'draft-02', cacheDuration: { min: hour, max: hour } },
        allowFetch: ({ req }) => mayFetch(req),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_context, _client, oneOf) => oneOf?.[0] ?? canonicalResource(addresses),
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => {
          if (!isOurResource(addresses, resource)) throw new errors.InvalidTarget()
          return {
            scope: scopes.join(' '),
            audience: canonicalResource(addresses),
            accessTokenFormat: 'opaque',
            accessTokenTTL: lifetimes.accessToken,
          }
        },
      },
    },
    fetch: createDocumentFetch(outgoing),
    fetchResponseBodyLimits: { 'client_id metadata document': maxDocumentBytes },
    interactions: {
      // People always decide. What they decided comes back as the result of the interaction.
      policy: [
        new interactionPolicy.Prompt(
          { name: 'consent' },
          new interactionPolicy.Check(
            'decision',
            'a person must decide',
            'interaction_required',
            ({ oidc }) => oidc.result?.consent === undefined || oidc.account === undefined,
          ),
        ),
      ] as unknown as interactionPolicy.DefaultPolicy, // the cast: the provider only walks through it
      url: async ({ oidc }, { uid, params, exp }) => {
        const { client } = oidc
        if (client === undefined) throw new Error('an authorization without a client')
        await createAuthorization(database, {
          ...{ authorizationId: uid, ...describeClient(client), redirectUri: String(params.redirect_uri) },
          ...{ scopes: readScopes(String(params.scope)), endsAt: new Date(exp * 1_000) },
        })
        return `/oauth/continue/${uid}`
      },
    },
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.code,
      RefreshToken: lifetimes.refreshToken,
      Grant: lifetimes.assistant,
      Interaction: lifetimes.authorization,
      Session: lifetimes.authorization,
    },
    findAccount: async (_context, assistantId) =>
      (await isAssistantActive(database, { assistantId, nowMs: nowMs() }))
        ? { accountId: assistantId, claims: () => ({ sub: assistantId }) }
        : undefined,
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    rotateRefreshToken: () => true,
    revokeGrantPolicy: () => true,
    renderError: (context, { error, error_description: description = '' }) => {
      context.type = 'html'
      context.body = renderProblem({ error, description })
    },
  }
}

/** `oidc` is there once a route of the provider was found. */
type Context = Parameters<Parameters<Provider['use']>[0]>[0]

/** What people read of a client: the name that it gives itself, and the host that its document proves. */
function describeClient({ clientId, clientName = '' }: Client) {
  const document = clientId.startsWith('https://') ? URL.parse(clientId) : null
  const name = clientName.trim()
  return {
    clientId,
    clientName: name === '' ? (document?.host ?? 'An application without a name') : name,
    clientHost: document?.host ?? null,
  }
}

function dropSessionCookie({ response }: Context): void {
  const cookies = [response.get('set-cookie') ?? []].flat()
  const kept = cookies.filter((cookie) => !cookie.startsWith(cookieNames.session))
  if (kept.length === cookies.length) return
  if (kept.length === 0) response.remove('set-cookie')
  else response.set('set-cookie', kept)
}

/** The error in an answer, a word of the provider or of ours. */
function errorOf({ body }: Context): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  return typeof body.error === 'string' ? body.error : undefined
}

/** Clients give a refresh token up at `invalid_grant`, and repeat it or fail at anything else. */
function healRefresh({ body, oidc }: Context): void {
  if (typeof body !== 'object' || body === null || !('error' in body)) return
  if (body.error === 'invalid_target' && oidc?.params?.grant_type === 'refresh_token') {
    body.error = 'invalid_grant'
  }
}
