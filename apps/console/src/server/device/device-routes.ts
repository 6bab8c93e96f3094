import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PolledDevice, WaysIn } from '@signalpost/administration/ways-in'
import { methodNotAllowed, type Networks, RequestAbandoned, readBody, sendJson } from '@signalpost/runtime'
import { type RequestHandler, Router } from 'express'
import { visitorOf } from '../face/visitor-of.ts'

/** The only client that may ask. It has no secret, so this says which program it means to be and proves nothing. */
const clientId = 'signalpost-cli'

const grantType = 'urn:ietf:params:oauth:grant-type:device_code'
const maxBytes = 4_096
const mostHostName = 100

type Options = { waysIn: WaysIn; trustedProxies: Networks; consoleUrl: string }
type Problem = Extract<PolledDevice, { error: string }>['error'] | 'invalid_request' | 'invalid_client'

/** The error of RFC 6749, section 5.2. */
type Refused = { error: Problem | 'unsupported_grant_type'; error_description?: string }

/**
 * Device authorization by RFC 8628, with the bodies of OAuth rather than ours. Both routes are open to all: they take no cookie,
 * and without a person's decision they give nothing.
 */
export function deviceRoutes({ waysIn, trustedProxies, consoleUrl }: Options): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const onlyPost = methodNotAllowed(['POST'])
  router
    .route('/console/device/authorization')
    .post(
      answerForm(async (form, request) => {
        const hostName = form.get('host_name')?.toWellFormed().replaceAll('\u0000', '') || 'unknown'
        const started = await waysIn.startDevice(
          hostName.slice(0, mostHostName),
          visitorOf(request, trustedProxies),
        )
        const page = `${consoleUrl}/device`
        return {
          device_code: started.deviceCode,
          user_code: started.userCode,
          verification_uri: page,
          verification_uri_complete: `${page}/${started.userCode}`,
          expires_in: started.expiresInSeconds,
          interval: started.intervalSeconds,
        }
      }),
    )
    .all(onlyPost)
  router
    .route('/console/device/token')
    .post(
      answerForm(async (form, request) => {
        if (form.get('grant_type') !== grantType) return { error: 'unsupported_grant_type' }
        const deviceCode = form.get('device_code')
        if (deviceCode === null) return invalid('device_code is missing.')
        const polled = await waysIn.pollDevice(deviceCode, visitorOf(request, trustedProxies))
        if ('error' in polled) return polled
        return { access_token: polled.token, token_type: 'Bearer', expires_in: polled.expiresInSeconds }
      }),
    )
    .all(onlyPost)
  return router
}

/** Reads the form, once the client has named itself, and sends what comes of it. */
function answerForm(
  answer: (form: URLSearchParams, request: IncomingMessage) => Promise<object | Refused>,
): RequestHandler {
  return async (request, response) => {
    const form = await readForm(request)
    if (form === 'abandoned') return
    if (form === undefined) return send(response, invalid('Expected a form of at most 4 KiB.'))
    if (form.get('client_id') !== clientId) return send(response, { error: 'invalid_client' })
    send(response, await answer(form, request))
  }
}

function send(response: ServerResponse, body: object | Refused): void {
  sendJson(response, 'error' in body ? 400 : 200, body, { 'cache-control': 'no-store' })
}

/** Undefined for anything but a form that is short enough, and that names each member once. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | 'abandoned' | undefined> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    return undefined
  }
  try {
    const body = await readBody(request, maxBytes)
    const form = body && new URLSearchParams(body.toString('utf8'))
    return form && new Set(form.keys()).size === form.size ? form : undefined
  } catch (error) {
    if (error instanceof RequestAbandoned) return 'abandoned'
    throw error
  }
}

function invalid(description: string): Refused {
  return { error: 'invalid_request', error_description: description }
}
