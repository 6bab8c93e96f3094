import { RejectedError } from '@signalpost/domain'
import * as client from 'openid-client'

/** How a client proves itself with its secret. `Basic` comes first: it is what the standard presumes. */
const ways = ['client_secret_basic', 'client_secret_post'] as const

/** How the client proves itself to the provider, by the ways that its metadata names. */
export type ClientProof = {
  authenticate: client.ClientAuth
  /** Throws RejectedError `unauthorized` where the provider takes no secret. */
  check: (server: client.ServerMetadata) => void
  /**
   * Asks in one way, and in the other where the provider offers both and refuses this client the first: which one it
   * registered is not in the metadata. Throws RejectedError `unauthorized` where it refuses all.
   */
  withEachWay: <Result>(server: client.ServerMetadata, ask: () => Promise<Result>) => Promise<Result>
}

export function createClientProof(clientSecret: string): ClientProof {
  const proofs = {
    client_secret_basic: client.ClientSecretBasic(clientSecret),
    client_secret_post: client.ClientSecretPost(clientSecret),
  }
  let preferred: (typeof ways)[number] = 'client_secret_basic'
  const offeredBy = (server: client.ServerMetadata) => {
    const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const possible = ways.filter((way) => offered.includes(way))
    return possible.includes(preferred)
      ? [preferred, ...possible.filter((way) => way !== preferred)]
      : possible
  }
  const check = (server: client.ServerMetadata): void => {
    if (offeredBy(server).length > 0) return
    const offered = server.token_endpoint_auth_methods_supported?.join(', ')
    throw new RejectedError(
      'unauthorized',
      `The identity provider takes no client secret: it offers ${offered}; expected ${ways.join(' or ')}.`,
    )
  }

  return {
    authenticate: (server, ...request) => {
      const [way = preferred] = offeredBy(server)
      proofs[way](server, ...request)
    },
    check,
    withEachWay: async (server, ask) => {
      check(server)
      const [first = preferred, second] = offeredBy(server)
      try {
        return await ask()
      } catch (error) {
        if (!isClientRefused(error)) throw error
        if (second === undefined) throw clientRefused(error)
      }
      preferred = second
      try {
        return await ask()
      } catch (error) {
        preferred = first
        throw isClientRefused(error) ? clientRefused(error) : error
      }
    },
  }
}

function isClientRefused(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.error === 'invalid_client'
  return error instanceof client.WWWAuthenticateChallengeError
}

function clientRefused(cause: unknown): RejectedError {
  return new RejectedError(
    'unauthorized',
    'The identity provider refused Signalpost itself. Correct SIGNALPOST_OIDC_CLIENT_ID and SIGNALPOST_OIDC_CLIENT_SECRET.',
    { cause },
  )
}
