import { generateKeyPair, hkdfSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import type { Database, SecretBox } from '@signalpost/database'
import {
  hashArtifact,
  keepArtifact,
  readSigningKey,
  storeArtifact,
  takeDecision,
} from '@signalpost/database/assistants'
import { dayMs, RejectedError } from '@signalpost/domain'
import { hashToken, isToken } from '../token.ts'
import { canonicalResource, readScopes } from './addresses.ts'
import { registeredMetadata } from './client-metadata.ts'
import type { ProviderSettings } from './create-provider.ts'

export type OauthServerSettings = Omit<ProviderSettings, 'signingKey' | 'cookieKeys'> & {
  database: Database
  secretBox: SecretBox
  /** The first signs cookies. */
  masterKeys: readonly Buffer[]
}

/** The authorization server for assistants. */
export type OauthServer = {
  /** Serves requests to authorize, for tokens and keys, and to revoke. */
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Registers a client (RFC 7591). Throws RejectedError `invalid_request`. */
  register: (asked: Record<string, unknown>) => Promise<Record<string, unknown>>
  /** Whether the browser began an authorization. */
  hasBegun: (request: IncomingMessage, response: ServerResponse, authorizationId: string) => Promise<boolean>
  /**
   * Takes a decision in the browser that began, and sends it back to the client. Returns false, with nothing sent, for
   * another browser, and where the decision does not exist, is taken or over.
   */
  finish: (
    request: IncomingMessage,
    response: ServerResponse,
    decision: { authorizationId: string; token: string },
  ) => Promise<boolean>
}

/** Nothing of the provider is loaded before the first request. */
export function createOauthServer(settings: OauthServerSettings): OauthServer {
  const { addresses, database, secretBox, masterKeys, nowMs } = settings
  const start = async () => {
    const { cookieNames, createProvider, lifetimes } = await import('./create-provider.ts')
    const signingKey = JSON.parse(await readSigningKey(database, secretBox, createSigningKey))
    const cookieKeys = masterKeys.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'oauth cookies', 32)))
    const provider = createProvider({
      ...{ ...settings, signingKey },
      cookieKeys: cookieKeys.map((key) => key.toString('base64url')),
    })
    return { provider, callback: provider.callback(), cookieNames, lifetimes }
  }
  let starting: ReturnType<typeof start> | undefined
  const started = async () => {
    starting ??= start()
    try {
      return await starting
    } catch (error) {
      starting = undefined // the store was away
      throw error
    }
  }
  const underIssuer = (request: IncomingMessage): void => {
    const issuer = new URL(addresses.apiUrl)
    delete request.headers['x-forwarded-host']
    request.headers.host = issuer.host
    request.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1)
  }
  const findInteraction = async (
    request: IncomingMessage,
    response: ServerResponse,
    authorizationId: string,
  ) => {
    const { provider } = await started()
    underIssuer(request)
    const interaction = await provider.interactionDetails(request, response).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined
      throw error
    })
    return interaction?.uid === authorizationId ? interaction : undefined
  }

  return {
    answer: async (request, response) => {
      const { callback } = await started()
      underIssuer(request)
      if (request.method === 'GET') normalizeAuthorization(request)
      await callback(request, response)
    },
    register: async (asked) => {
      const { provider } = await started()
      const clientId = randomBytes(16).toString('base64url')
      const issuedAt = Math.floor(nowMs() / 1_000)
      const client = { client_id: clientId, client_id_issued_at: issuedAt, ...registeredMetadata(asked) }
      // The cast: the types hide the constructor, whose check is that of the provider's own registration.
      const ClientOf = provider.Client as unknown as new (metadata: object) => { metadata: () => object }
      const checked = check(() => new ClientOf(client).metadata())
      await storeArtifact(database, {
        ...{ artifactSha256: hashArtifact('Client', clientId), model: 'Client', payload: { ...checked } },
        ...{ assistantId: null, grantId: null, endsAt: new Date(nowMs() + dayMs) },
      })
      return { ...checked }
    },
    hasBegun: async (...which) => (await findInteraction(...which)) !== undefined,
    finish: async (request, response, { authorizationId, token }) => {
      const interaction = await findInteraction(request, response, authorizationId)
      const decision =
        interaction !== undefined && isToken(token)
          ? await takeDecision(database, { authorizationId, tokenSha256: hashToken(token), nowMs: nowMs() })
          : undefined
      if (interaction === undefined || decision === undefined) return false
      const { provider, cookieNames, lifetimes } = await started()
      const { assistantId, scopes } = decision
      const clientId = textOf(interaction.params.client_id)
      const { cookies } = provider.createContext(request, response)
      cookies.set(cookieNames.interaction, null, { path: `/oauth/continue/${authorizationId}` })
      if (assistantId === null) {
        const denied = { error: 'access_denied', error_description: 'The person denied the request.' }
        await provider.interactionFinished(request, response, denied)
        return true
      }
      const grant = new provider.Grant({ accountId: assistantId, clientId })
      const resources = [interaction.params.resource ?? canonicalResource(addresses)].flat()
      for (const resource of resources) grant.addResourceScope(textOf(resource), scopes.join(' '))
      const grantId = await grant.save()
      await keepArtifact(database, {
        artifactSha256: hashArtifact('Client', clientId),
        endsAt: new Date(nowMs() + lifetimes.assistant * 1_000),
      })
      const login = { accountId: assistantId, remember: false }
      await provider.interactionFinished(request, response, { login, consent: { grantId } })
      return true
    },
  }
}

/** What only clients of OpenID send. It has no meaning without an ID token, which is never issued. */
const openidParameters = ['acr_values', 'claims', 'claims_locales', 'id_token_hint', 'max_age', 'nonce']

/** Asks for our scopes alone, all of them where a client names none, and never for another prompt than none. */
function normalizeAuthorization(request: IncomingMessage & { originalUrl?: string }): void {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (url.pathname !== '/oauth/authorize') return
  const { searchParams: query } = url
  query.set('scope', readScopes(query.get('scope')).join(' '))
  if (query.get('prompt') !== 'none') query.delete('prompt')
  for (const name of openidParameters) query.delete(name)
  request.url = `${url.pathname}?${query.toString()}`
  request.originalUrl = request.url
}

/** An RSA key, as identity libraries expect one; it never signs, because there are no ID tokens. */
async function createSigningKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' })
}

/** The provider keeps the parameters of a request as it parsed them. */
function textOf(parameter: unknown): string {
  if (typeof parameter === 'string') return parameter
  throw new TypeError('a parameter of a checked request is no text')
}

function check<Result>(run: () => Result): Result {
  try {
    return run()
  } catch (cause) {
    // The provider's words name the member and what it expects of it.
    const reason =
      cause instanceof Error && 'error_description' in cause ? cause.error_description : undefined
    const message = typeof reason === 'string' ? reason : 'The metadata of the client is not valid.'
    throw new RejectedError('invalid_request', message, { cause })
  }
}
