import { type Scope, scopes } from '@signalpost/domain'
import { urlOfPort } from '@signalpost/runtime'

/** Where assistants and people reach the installation; origins without a slash at the end. */
export type AssistantAddresses = { apiUrl: string; consoleUrl: string }

/**
 * Returns where assistants reach the API and people the console, or what is missing: both must be known, and be https or
 * at this machine.
 */
export function findAssistantAddresses({
  apiUrl,
  consoleUrl,
}: {
  apiUrl: string | undefined
  consoleUrl: string | undefined
}): AssistantAddresses | { missing: string } {
  const missing = [
    lackOf('SIGNALPOST_PUBLIC_URL', apiUrl),
    lackOf('SIGNALPOST_CONSOLE_URL', consoleUrl),
  ].filter((lack) => lack !== undefined)
  if (apiUrl === undefined || consoleUrl === undefined || missing.length > 0) {
    return { missing: missing.join(', and ') }
  }
  return { apiUrl: new URL(apiUrl).origin, consoleUrl }
}

/** The same of an installation whose processes know their own addresses where they listen on this machine alone. */
export function assistantAddressesOf({
  host,
  apiPort,
  consolePort,
  publicUrl,
  consoleUrl,
}: {
  host: string
  apiPort: number
  consolePort: number
  publicUrl: string | undefined
  consoleUrl: string | undefined
}): AssistantAddresses | { missing: string } {
  return findAssistantAddresses({
    apiUrl: publicUrl ?? loopbackUrlOf(host, apiPort),
    consoleUrl: consoleUrl ?? loopbackUrlOf(host, consolePort),
  })
}

/** Returns how this machine reaches a process of its own that listens to it alone; undefined for any other. */
export function loopbackUrlOf(host: string, port: number): string | undefined {
  const url = port > 0 ? urlOfPort(host, port) : undefined
  return url !== undefined && host !== '0.0.0.0' && host !== '::' && isLoopback(new URL(url))
    ? url
    : undefined
}

function lackOf(variable: string, url: string | undefined): string | undefined {
  if (url === undefined) return `${variable} is not set`
  const parsed = new URL(url)
  return parsed.protocol === 'https:' || isLoopback(parsed)
    ? undefined
    : `${variable} is neither https nor on this machine`
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** Whether an address leads to the machine on which it is used. */
export function isLoopback({ hostname }: URL): boolean {
  return loopbackHosts.includes(hostname)
}

/** The resource for which access tokens are issued, and under which they are stored. */
export function canonicalResource({ apiUrl }: Pick<AssistantAddresses, 'apiUrl'>): string {
  return `${apiUrl}/mcp`
}

/** Whether a client means us: on loopback all names of this machine are one, and a slash at the end changes nothing. */
export function isOurResource(addresses: Pick<AssistantAddresses, 'apiUrl'>, resource: string): boolean {
  const asked = URL.parse(resource)
  if (asked === null || asked.username !== '' || asked.password !== '') return false
  if (asked.search !== '' || asked.hash !== '' || resource.includes('#')) return false
  return ['/mcp', '/mcp/'].includes(asked.pathname) && isOurOrigin(addresses, asked)
}

/** Whether a host of a request is one of ours. */
export function isOurHost(addresses: Pick<AssistantAddresses, 'apiUrl'>, host: string): boolean {
  const asked = URL.parse(`${new URL(addresses.apiUrl).protocol}//${host}`)
  return asked !== null && asked.host === host.toLowerCase() && isOurOrigin(addresses, asked)
}

function isOurOrigin({ apiUrl }: Pick<AssistantAddresses, 'apiUrl'>, asked: URL): boolean {
  const own = new URL(apiUrl)
  if (asked.origin === own.origin) return true
  return isLoopback(own) && isLoopback(asked) && asked.port === own.port && asked.protocol === own.protocol
}

/** The metadata of the resource (RFC 9728), as the host that was asked names it. */
export function describeResource(addresses: AssistantAddresses, host: string): Record<string, unknown> {
  const own = new URL(addresses.apiUrl)
  return {
    resource: `${own.protocol}//${host.toLowerCase()}/mcp`,
    authorization_servers: [addresses.apiUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Signalpost',
  }
}

/** The metadata of the authorization server (RFC 8414, and OpenID discovery). */
export function describeAuthorizationServer({ apiUrl }: AssistantAddresses): Record<string, unknown> {
  return {
    issuer: apiUrl,
    authorization_endpoint: `${apiUrl}/oauth/authorize`,
    token_endpoint: `${apiUrl}/oauth/token`,
    registration_endpoint: `${apiUrl}/oauth/register`,
    revocation_endpoint: `${apiUrl}/oauth/revoke`,
    jwks_uri: `${apiUrl}/oauth/jwks`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: clientAuthMethods,
    token_endpoint_auth_signing_alg_values_supported: clientAuthAlgorithms,
    revocation_endpoint_auth_methods_supported: clientAuthMethods,
    revocation_endpoint_auth_signing_alg_values_supported: clientAuthAlgorithms,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
}

/** How clients prove themselves: not at all, or with a key of their metadata document. */
export const clientAuthMethods = ['none', 'private_key_jwt'] as const
export const clientAuthAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

/** Returns the scopes of ours in a request, all of them if it names none. */
export function readScopes(asked: string | null): Scope[] {
  const named = new Set(asked?.split(' '))
  const ours = scopes.filter((scope) => named.has(scope))
  return ours.length > 0 ? ours : [...scopes]
}
