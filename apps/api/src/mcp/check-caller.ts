import type { IncomingMessage } from 'node:http'
import type { AssistantAddresses } from '@signalpost/authorization/oauth'
import { RejectedError, type Scope, scopes } from '@signalpost/domain'

const bearer = /^Bearer +([\w.~+/-]{1,512}=*)$/i

/** Refuses a host that is not ours, which a page could have bound to our address, and a page of another origin. */
export function checkSender(
  { headers }: IncomingMessage,
  { apiUrl, consoleUrl, isOurHost }: AssistantAddresses & { isOurHost: (host: string) => boolean },
): void {
  if (headers.host === undefined || !isOurHost(headers.host)) {
    throw new RejectedError('misdirected_request', 'This host is not one of the configured ones.')
  }
  const { origin } = headers
  if (origin === undefined || origin === new URL(consoleUrl).origin) return
  // On this machine, all its names are one.
  const page = URL.parse(origin)
  if (page?.origin === origin && page.protocol === new URL(apiUrl).protocol && isOurHost(page.host)) return
  throw new RejectedError('forbidden', 'Pages of this origin may not call the endpoint.')
}

/** Returns the bearer token of a request. Throws RejectedError `unauthorized` where there is none, or more than one. */
export function readToken(request: IncomingMessage, challenge: Challenge): string {
  const given: string[] = []
  const { rawHeaders } = request
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'authorization') given.push(rawHeaders[index + 1] ?? '')
  }
  const token = given.length === 1 ? bearer.exec(given[0] ?? '')?.[1] : undefined
  if (token === undefined) throw unauthorized(request, challenge)
  return token
}

/** How a client learns where to get a token: the address of the API, as the client named it. */
export type Challenge = { readonly apiUrl: string }

export function unauthorized(
  request: IncomingMessage,
  challenge: Challenge,
  error?: 'invalid_token',
): RejectedError {
  return new RejectedError('unauthorized', 'A valid access token is needed.', {
    headers: { 'www-authenticate': describeChallenge(request, challenge, { error, needed: scopes }) },
  })
}

/** Refuses a call for scopes that the person could grant. */
export function insufficientScope(
  request: IncomingMessage,
  challenge: Challenge,
  needed: readonly Scope[],
): RejectedError {
  const error = 'insufficient_scope'
  return new RejectedError('forbidden', `The assistant lacks the scope ${needed.join(' or ')}.`, {
    headers: { 'www-authenticate': describeChallenge(request, challenge, { error, needed }) },
  })
}

function describeChallenge(
  { headers }: IncomingMessage,
  { apiUrl }: Challenge,
  { error, needed }: { error: string | undefined; needed: readonly Scope[] },
): string {
  // The host was checked: on this machine it may be another of its names.
  const origin = `${new URL(apiUrl).protocol}//${(headers.host ?? '').toLowerCase()}`
  const members = [
    `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
    `scope="${needed.join(' ')}"`,
    ...(error === undefined ? [] : [`error="${error}"`]),
  ]
  return `Bearer ${members.join(', ')}`
}
