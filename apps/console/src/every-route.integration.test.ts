import { type Demand, roles } from '@signalpost/authorization'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import type { Route } from './server/face/define-routes.ts'
import { routes } from './server/routes/routes.ts'
import type { RouteCase } from './test-support/route-cases/route-case.ts'
import { createRouteCases } from './test-support/route-cases.ts'
import { fromPage, startTestConsole, type TestConsole } from './test-support/start-test-console.ts'

type Who = 'nobody' | 'viewer' | 'member' | 'admin' | 'foreign admin' | 'api key' | 'ended session'

const everyone: Who[] = ['nobody', 'viewer', 'member', 'admin', 'foreign admin', 'api key', 'ended session']
const allRoutes: readonly Route[] = routes

let console: TestConsole
let cases: Record<string, RouteCase>
let sent = 0
const headersOf = new Map<Who, Record<string, string>>()

test.beforeAll(async ({ testDatabase }) => {
  console = await startTestConsole({
    databaseUrl: testDatabase.url,
    config: { trustedProxies: { has: () => true } },
  })
  for (const role of roles) headersOf.set(role, await sessionOf({ org_one: role }))
  const memberId = await console.addPerson({ org_one: 'member' })
  headersOf.set('member', { cookie: await console.logIn(memberId) })
  headersOf.set('foreign admin', await sessionOf({ org_two: 'admin' }))
  headersOf.set('api key', { authorization: `Bearer ${await console.createKey('org_one')}` })
  const ended = await sessionOf({ org_one: 'admin' })
  await fetch(`${console.url}/console/api/session`, { method: 'DELETE', headers: { ...fromPage, ...ended } })
  headersOf.set('ended session', ended)
  cases = await createRouteCases({
    ...{ console, orgId: 'org_one', memberId },
    personId: await console.addPerson({ org_one: 'admin' }),
  })
})

afterAll(async () => {
  await console.stop()
})

test('every route has a case', () => {
  expect(Object.keys(cases).toSorted()).toEqual(allRoutes.map(({ operationId }) => operationId).toSorted())
})

test.each(named(allRoutes))('%s answers everyone as its role demands', async (_name, route) => {
  for (const who of everyone) {
    // A session that ends would be missed by the routes after this one.
    if (route.operationId === 'logOut' && expectedOf(route, who)[0] === 204) continue
    const answer = await ask(route, who)
    expect([who, answer.status, await codeOf(answer)]).toEqual([who, ...expectedOf(route, who)])
  }
})

const writes = allRoutes.filter(({ method }) => method !== 'get')

test.each(named(writes))('%s refuses other sites, other ports and forms', async (_name, route) => {
  const own = headersOf.get('admin')
  const strange: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
    { 'sec-fetch-site': 'same-site', 'content-type': 'application/json' },
    { 'content-type': 'application/json' },
    { 'content-type': 'application/json', origin: 'http://127.0.0.1:1' },
    { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' },
    { 'content-type': 'application/x-www-form-urlencoded', origin: console.url },
  ]
  for (const headers of strange) {
    const answer = await send(route, { ...headers, ...own })
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'forbidden'])
  }
})

const ofWorkspaces = allRoutes.filter(({ path }) => path.includes('{orgId}'))

test.each(named(ofWorkspaces))(
  '%s hides a foreign workspace before it judges the request',
  async (_name, route) => {
    const bad = { ...cases[route.operationId], search: '?unknown=1', body: { unknown: true } }
    const answer = await ask(route, 'foreign admin', bad)
    expect(answer.status).toBe(404)
  },
)

test.each(named(ofWorkspaces))('%s knows nothing of another workspace', async (_name, route) => {
  const given = (await cases[route.operationId]?.fresh?.()) ?? cases[route.operationId] ?? {}
  const params = { ...given.params, orgId: 'org_two' }
  const answer = await ask(route, 'foreign admin', { ...given, params })
  if (Object.keys(params).length > 1) expect(answer.status).toBe(404)
  if (isStream(answer)) return answer.body?.cancel()
  const text = await answer.text()
  const asked = JSON.stringify(given)
  const foreign = idsIn(JSON.stringify(cases)).filter((id) => !asked.includes(id))
  expect(foreign.length).toBeGreaterThan(10)
  expect(foreign.filter((id) => text.includes(id))).toEqual([])
})

test('reports all faults of a request at once, with their paths', async () => {
  const answer = await ask(routeOf('listDeliveries'), 'viewer', {
    params: { orgId: 'org_one' },
    search: '?status=lost&limit=0&colour=red',
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    code: 'invalid_request',
    detail: expect.arrayContaining([
      expect.objectContaining({ path: 'status' }),
      expect.objectContaining({ path: 'limit' }),
      expect.objectContaining({ path: 'colour' }),
    ]),
  })
})

test('a method that a path does not serve is a 405 that names those it does', async () => {
  const answer = await fetch(`${console.url}/console/api/session`, {
    method: 'PUT',
    headers: headersOf.get('viewer') ?? {},
  })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD, PATCH')
})

function named(some: readonly Route[]): [name: string, route: Route][] {
  return some.map((route) => [`${route.method} ${route.path}`, route])
}

/** What only the person sees whose it is: everyone else gets what they would for a missing one. */
const ofOnePerson = new Set(['endOwnSession', 'disconnectAssistant', 'getConfirmation', 'decideConfirmation'])

/** What admins see of everyone. */
const ofOnePersonAndAdmins = new Set([
  ...['getAssistant', 'listAssistantCalls', 'listAssistantWrites', 'undoAssistantWrite'],
])

function expectedOf({ role, operationId, success }: Route, who: Who): [number, string | undefined] {
  if (operationId === 'logIn' || operationId === 'inspectLogin') return [401, 'unauthorized']
  if (['requestMailLink', 'startOidc', 'finishOidc'].includes(operationId)) return [404, 'not_found']
  if (role === 'nobody') return [success.status, undefined]
  if (who === 'nobody' || who === 'api key' || who === 'ended session') return [401, 'unauthorized']
  if (ofOnePerson.has(operationId)) return [404, 'not_found']
  if (operationId === 'allowAssistant' && who === 'foreign admin') return [404, 'not_found']
  // The first person of an installation is an operator: the viewer here.
  if (role === 'operator') return who === 'viewer' ? [success.status, undefined] : [403, 'forbidden']
  if (role === 'person') return [success.status, undefined]
  if (who === 'foreign admin') return [404, 'not_found']
  if (rank(who) < rank(role)) return [403, 'forbidden']
  if (ofOnePersonAndAdmins.has(operationId) && who !== 'admin') return [404, 'not_found']
  return [success.status, undefined]
}

function rank(role: Demand): number {
  const order: readonly Demand[] = roles
  return order.indexOf(role)
}

const isStream = ({ headers }: Response): boolean =>
  /^text\/event-stream/.test(headers.get('content-type') ?? '')

/** Those that the product makes. */
const idsIn = (text: string): string[] => [...new Set(text.match(/[a-z]{3}_[0-9a-z]{26}/g))]

async function codeOf(answer: Response): Promise<string | undefined> {
  if (isStream(answer) || answer.headers.get('content-type')?.startsWith('text/csv') === true) {
    await answer.body?.cancel()
    return undefined
  }
  const body: { code?: string } = JSON.parse((await answer.text()) || '{}')
  return body.code
}

async function ask(route: Route, who: Who, given?: RouteCase): Promise<Response> {
  return send(route, { ...fromPage, ...headersOf.get(who) }, given)
}

async function send(route: Route, headers: Record<string, string>, given?: RouteCase): Promise<Response> {
  const usual = cases[route.operationId]
  const { params = {}, search = '', body } = given ?? (await usual?.fresh?.()) ?? usual ?? {}
  sent += 1
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => params[name] ?? '')
  return fetch(`${console.url}${path}${search}`, {
    method: route.method.toUpperCase(),
    // Each request has an address of its own, for logins are limited by it.
    headers: { 'x-forwarded-for': `10.0.0.${sent}`, ...headers },
    ...(body !== undefined && route.method !== 'get' && { body: JSON.stringify(body) }),
  })
}

function routeOf(operationId: string): Route {
  const route = allRoutes.find((one) => one.operationId === operationId)
  if (route === undefined) throw new Error(`There is no ${operationId}.`)
  return route
}

async function sessionOf(memberships: Record<string, 'viewer' | 'member' | 'admin'>) {
  return { cookie: await console.logIn(await console.addPerson(memberships)) }
}
