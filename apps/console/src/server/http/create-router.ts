import { actOfOperation, findDenial, type RefusalLog } from '@signalpost/administration'
import type { WorkspaceRate } from '@signalpost/authorization'
import { checkCell, findCell, RejectedError } from '@signalpost/domain'
import { answerTimeoutMs, defaultBodyBytes, readJsonBody, withinDeadline } from '@signalpost/rest'
import { type Networks, RequestAbandoned, sendJson } from '@signalpost/runtime'
import { type Request, type Response, Router } from 'express'
import type { Services } from '../services.ts'
import { type Admission, admit, findSession } from './admit.ts'
import { checkSameOrigin } from './check-same-origin.ts'
import type { Asker, Route } from './define-route.ts'
import { findRoutes } from './find-routes.ts'
import { createSessionRate } from './session-rate.ts'
import { visitorOf } from './visitor-of.ts'

type Options = Admission & {
  routes: readonly Route[]
  services: Services
  consoleOrigin: string
  trustedProxies: Networks
  workspaceRate: WorkspaceRate
  refusals: RefusalLog
}

/**
 * Serves the JSON routes with the checks in their order: 401, 429, 404 of the path, 405, 403 for writes of other sites, 421
 * for workspaces of another cell, 404 for workspaces of others, 403 for the role, 429 of the workspace, 413 and 415, 400,
 * then the route's own.
 */
export function createRouter({
  routes,
  services,
  consoleOrigin,
  trustedProxies,
  workspaceRate,
  refusals,
  ...admission
}: Options): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const takeRequest = createSessionRate({ nowMs: services.nowMs })
  router.use('/console/api', async (request, response) => {
    const startedMs = performance.now()
    const path = request.originalUrl.replace(/[?#].*$/s, '')
    const { ofPath, route, readParams } = findRoutes(routes, { path, method: request.method })
    response.locals.route = route?.path
    const visitor = visitorOf(request, trustedProxies)
    const needsSession = route === undefined ? !ofPath.some(isOpen) : !isOpen(route)
    const finding = needsSession ? findSession(admission, { request, response, visitor }) : undefined
    const session = finding && (await withinDeadline(finding, startedMs + answerTimeoutMs))
    if (session !== undefined) takeRequest(session.sessionId)
    if (ofPath.length === 0) throw new RejectedError('not_found', 'There is nothing here.')
    if (route === undefined) throw methodNotAllowed(ofPath)
    if (route.method !== 'get') checkSameOrigin(request, consoleOrigin)
    const params = readParams()
    if (params.orgId !== undefined) checkCell(findCell(params.orgId), services.cell)
    const caller =
      session &&
      admit(route, { session, visitor, orgId: params.orgId }, (refusal) => {
        if (route.method !== 'get') refusals.record({ ...refusal, act: actOfOperation(route.operationId) })
      })
    response.locals.caller = caller
    if (params.orgId !== undefined) await workspaceRate.takeRequest(params.orgId)
    const body = await readBodyOf(route, request, response)
    if (body === undefined) return
    const answering = route.answer(services, {
      ...{ visitor, session, caller, response, params, idempotencyKeys: [] },
      search: /\?([^#]*)/.exec(request.originalUrl)?.[1] ?? '',
      body: body.value,
      endsAtMs: performance.now() + (route.timeoutMs ?? answerTimeoutMs),
    })
    const answer = await answering.catch((error: unknown) => {
      if (caller !== undefined) recordDenial(refusals, error, { route, caller, id: params.id })
      throw error
    })
    if ('stream' in answer) await answer.stream(response)
    else if (route.success.status === 204) response.writeHead(204).end()
    else sendJson(response, route.success.status, answer.json)
  })
  return router
}

function isOpen({ role }: Route): boolean {
  return role === 'nobody'
}

/** Undefined when there is nothing left to answer: the body was refused, or its sender has gone. */
async function readBodyOf(
  route: Route,
  request: Request,
  response: Response,
): Promise<{ value: unknown } | undefined> {
  if (route.body === undefined) return { value: undefined }
  try {
    return await readJsonBody(request, response, { maxBytes: defaultBodyBytes })
  } catch (error) {
    if (error instanceof RequestAbandoned) return undefined
    throw error
  }
}

function methodNotAllowed(routes: readonly Route[]): RejectedError {
  const allowed = routes.flatMap(({ method }) =>
    method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  )
  return new RejectedError('method_not_allowed', 'This path does not serve the method.', {
    headers: { allow: [...new Set(allowed)].join(', ') },
  })
}

/** A read that a role may not do says nothing of an intent. One that needs a recent login shows a secret. */
function recordDenial(
  refusals: RefusalLog,
  error: unknown,
  { route, caller, id }: { route: Route; caller: NonNullable<Asker['caller']>; id: string | undefined },
): void {
  const refusal = findDenial(error)
  if (refusal === undefined || (refusal === 'forbidden' && route.method === 'get')) return
  const { actor, orgId = null, address, requestId } = caller
  const act = actOfOperation(route.operationId)
  const target =
    id === undefined ? { type: 'role', id: route.role } : { type: act.split('.', 1)[0] ?? act, id }
  refusals.record({ orgId, actor, act, target, refusal, address: address ?? '', requestId })
}
