import type { IncomingMessage } from 'node:http'
import {
  type AssistantAddresses,
  describeAuthorizationServer,
  describeResource,
  isOurHost,
  type OauthServer,
} from '@signalpost/authorization/oauth'
import { RejectedError } from '@signalpost/domain'
import { readJsonBody } from '@signalpost/rest'
import { methodNotAllowed, sendJson } from '@signalpost/runtime'
import { type RequestHandler, type Response, Router } from 'express'
import type { OauthLimits } from './oauth-limits.ts'
import { oauthHeaders, renderProblem } from './problem-page.ts'

const maxRegistrationBytes = 16_384

type Options = { addresses: AssistantAddresses; server: OauthServer; limits: OauthLimits }

/** The authorization server of assistants, and the metadata that leads to it. */
export function oauthRoutes({ addresses, server, limits }: Options): Router {
  const router = Router({ strict: true, caseSensitive: true })
  router.use(['/oauth', '/.well-known/{*name}'], (_request, response, next) => {
    for (const [name, value] of Object.entries(oauthHeaders)) response.setHeader(name, value)
    next()
  })
  const serve = (path: string | string[], method: 'get' | 'post', ...handlers: RequestHandler[]): void => {
    router
      .route(path)
      [method](checkOwn(addresses), ...handlers)
      .all(methodNotAllowed(method === 'get' ? ['GET', 'HEAD'] : ['POST']))
  }
  const describe = (document: (host: string) => unknown): RequestHandler => {
    return (request, response) => {
      sendJson(response, 200, document(request.headers.host ?? ''), {
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=300',
      })
    }
  }
  const takeRequest: RequestHandler = async (request, _response, next) => {
    await limits.takeRequest(request)
    next()
  }
  const answer: RequestHandler = (request, response) => server.answer(request, response)

  serve(
    '/.well-known/oauth-protected-resource/mcp',
    'get',
    describe((host) => describeResource(addresses, host)),
  )
  serve(
    ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'],
    'get',
    describe(() => describeAuthorizationServer(addresses)),
  )
  serve('/oauth/authorize', 'get', takeRequest, answer)
  serve('/oauth/authorize/:uid', 'get', takeRequest, answer)
  serve('/oauth/token', 'post', takeRequest, answer)
  serve('/oauth/revoke', 'post', takeRequest, answer)
  serve('/oauth/jwks', 'get', answer)
  serve('/oauth/register', 'post', async (request, response) => {
    await limits.takeRegistration(request)
    const body = await readJsonBody(request, response, { maxBytes: maxRegistrationBytes })
    if (body === undefined) return
    if (typeof body.value !== 'object' || body.value === null || Array.isArray(body.value)) {
      sendJson(response, 400, describeInvalid('The body is not a JSON object.'))
      return
    }
    const registration = await register(server, body.value as Record<string, unknown>) // the cast: as checked
    sendJson(response, registration.status, registration.body, { 'cache-control': 'no-store' })
  })
  serve('/oauth/continue/:id', 'get', takeRequest, async (request, response) => {
    const { id: authorizationId = '' } = request.params
    const token = new URLSearchParams(request.originalUrl.split('?', 2)[1]).get('d')
    response.setHeader('cache-control', 'no-store')
    if (typeof authorizationId !== 'string' || !(await server.hasBegun(request, response, authorizationId))) {
      sendProblem(response, 'This browser did not begin the request, or the request is over.')
    } else if (token === null) {
      response.redirect(303, `${addresses.consoleUrl}/authorize/${authorizationId}`)
    } else if (!(await server.finish(request, response, { authorizationId, token }))) {
      sendProblem(response, 'The decision was taken already, or in another browser.')
    }
  })
  return router
}

/** Refuses hosts of others, to which a name may be rebound, and writes from pages of others. */
function checkOwn(addresses: AssistantAddresses): RequestHandler {
  return (request, _response, next) => {
    if (!isOurHost(addresses, request.headers.host ?? '')) {
      throw new RejectedError(
        'misdirected_request',
        'This host is not served here. Set SIGNALPOST_PUBLIC_URL.',
      )
    }
    if (request.method === 'POST' && isForeign(request, addresses)) {
      throw new RejectedError('forbidden', 'Writes must not come from a page of another site.')
    }
    next()
  }
}

function isForeign({ headers }: IncomingMessage, { apiUrl }: AssistantAddresses): boolean {
  return headers.origin !== undefined && headers.origin !== apiUrl
}

/** Returns the answer of RFC 7591, also where the metadata is refused. */
async function register(
  server: OauthServer,
  asked: Record<string, unknown>,
): Promise<{ status: 201 | 400; body: object }> {
  try {
    return { status: 201, body: await server.register(asked) }
  } catch (error) {
    if (!(error instanceof RejectedError) || error.code !== 'invalid_request') throw error
    return { status: 400, body: describeInvalid(error.message) }
  }
}

function describeInvalid(description: string): object {
  return { error: 'invalid_client_metadata', error_description: description }
}

function sendProblem(response: Response, description: string): void {
  response
    .status(403)
    .type('html')
    .send(renderProblem({ error: 'access_denied', description }))
}
