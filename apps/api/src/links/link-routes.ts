import { createHash } from 'node:crypto'
import { cellOfToken } from '@signalpost/channels'
import { checkCell } from '@signalpost/domain'
import { answerTimeoutMs, withinDeadline } from '@signalpost/rest'
import { clientAddress, methodNotAllowed, type Networks } from '@signalpost/runtime'
import { type Response, Router } from 'express'
import { pageStyle } from './link-page.ts'

const styleHash = createHash('sha256').update(pageStyle).digest('base64')
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

type LinkContext = {
  /** Of the caller. */
  address: string | null
  /** Whether the page's button undoes what the link does. */
  undoes: boolean
}

/** A kind of link in mails: what its token says, the page that asks, and what its button does. */
type LinkKind<Content> = {
  /** The path before the token, such as `/u`. */
  path: `/${string}`
  open: (token: string) => Content | undefined
  /** Returns the page; undefined if there is nothing to ask about any more. */
  ask: (content: Content) => Promise<string | undefined>
  /** Returns the page that says so; undefined if there is nothing to act on any more. */
  act: (content: Content, context: LinkContext) => Promise<string | undefined>
  cell: string
  trustedProxies: Networks
}

/**
 * Serves the page behind links in mails, without a key and without cookies: a request can only do what its token allows.
 * A GET changes nothing, because programs follow links. A token of another cell gets 421, an unknown one the 404 of an
 * unserved path.
 */
export function linkRoutes<Content>({
  path,
  open,
  ask,
  act,
  cell,
  trustedProxies,
}: LinkKind<Content>): Router {
  const router = Router({ strict: true, caseSensitive: true })
  router
    .route(`${path}/:token`)
    .all((request, response, next) => {
      const { token } = request.params
      checkCell(cellOfToken(token), cell)
      const content = open(token)
      if (content === undefined) {
        next('route')
        return
      }
      response.locals.content = content
      response.locals.undoes = new URLSearchParams(request.originalUrl.split('?', 2)[1]).has('undo')
      // Keeps the token out of logs of failed requests, because anyone who has it can act.
      request.url = `${path}/hidden`
      next()
    })
    .get(async (_request, response, next) => {
      // The cast: `all` has stored it.
      const asking = ask(response.locals.content as Content)
      const page = await withinDeadline(asking, performance.now() + answerTimeoutMs)
      if (page === undefined) next('route')
      else send(response, page)
    })
    .post(async (request, response, next) => {
      const acting = act(response.locals.content as Content, {
        address: clientAddress(request, trustedProxies),
        undoes: response.locals.undoes === true,
      })
      const page = await withinDeadline(acting, performance.now() + answerTimeoutMs)
      if (page === undefined) next('route')
      else send(response, page)
    })
    .all(methodNotAllowed(['GET', 'HEAD', 'POST']))
  return router
}

function send(response: Response, html: string): void {
  const body = Buffer.from(html)
  response.writeHead(200, { ...headers, 'content-length': body.length })
  response.end(body)
}
