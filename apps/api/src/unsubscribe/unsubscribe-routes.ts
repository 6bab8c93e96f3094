import { createHash } from 'node:crypto'
import { cellOfToken, type Subscription, type UnsubscribeTokens } from '@signalpost/channels'
import type { Database } from '@signalpost/database'
import { suppressAddress } from '@signalpost/database/rules'
import { checkCell } from '@signalpost/domain'
import { answerTimeoutMs, withinDeadline } from '@signalpost/rest'
import { methodNotAllowed } from '@signalpost/runtime'
import { type Response, Router } from 'express'
import { pageStyle, renderDone, renderQuestion } from './unsubscribe-page.ts'

const styleHash = createHash('sha256').update(pageStyle).digest('base64')
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * Serves the page on which recipients of mails unsubscribe, without a key and without cookies: a request can only do
 * what its token allows. A POST is both the one click of RFC 8058 and the page's button, so its body does not matter.
 * A token of another cell gets 421, an unknown one the 404 of an unserved path.
 */
export function unsubscribeRoutes({
  database,
  tokens,
  cell,
}: {
  database: Database
  tokens: UnsubscribeTokens
  cell: string
}): Router {
  const router = Router({ strict: true, caseSensitive: true })
  router
    .route('/u/:token')
    .all((request, response, next) => {
      checkCell(cellOfToken(request.params.token), cell)
      const subscription = tokens.open(request.params.token)
      if (subscription === undefined) {
        next('route')
        return
      }
      response.locals.subscription = subscription
      // Keeps the token out of logs of failed requests, because anyone who has it can unsubscribe.
      request.url = '/u/hidden'
      next()
    })
    .get((_request, response) => {
      const { address }: Subscription = response.locals.subscription
      send(response, renderQuestion(address))
    })
    .post(async (_request, response, next) => {
      const subscription: Subscription = response.locals.subscription
      const suppressing = suppressAddress(database, { ...subscription, reason: 'unsubscribed', until: null })
      const isKnown = await withinDeadline(suppressing, performance.now() + answerTimeoutMs)
      if (isKnown) send(response, renderDone(subscription.address))
      else next('route')
    })
    .all(methodNotAllowed(['GET', 'HEAD', 'POST']))
  return router
}

function send(response: Response, html: string): void {
  const body = Buffer.from(html)
  response.writeHead(200, { ...headers, 'content-length': body.length })
  response.end(body)
}
