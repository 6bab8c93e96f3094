import { operations } from '@signalpost/administration/operations'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import type { Route } from './server/face/define-routes.ts'
import { routesOf } from './server/face/route-of.ts'
import { routes } from './server/routes/routes.ts'
import type { RouteCase } from './test-support/route-cases/route-case.ts'
import { createRouteCases } from './test-support/route-cases.ts'
import { fromPage, startTestConsole, type TestConsole } from './test-support/start-test-console.ts'
import { storeAssistant } from './test-support/store-assistants.ts'

const derived = routesOf(operations).map(({ operationId }) => operationId)
const everyRoute: readonly Route[] = routes
// Logins are of visitors, and have tests of their own.
const writes = everyRoute.filter(
  ({ operationId, method, role }) => method !== 'get' && role !== 'nobody' && !derived.includes(operationId),
)

let console: TestConsole
let cases: Record<string, RouteCase>

test.beforeAll(async ({ testDatabase }) => {
  console = await startTestConsole({ databaseUrl: testDatabase.url })
  await console.addPerson({}, true)
  const personId = await console.addPerson({ org_one: 'admin' })
  cases = await createRouteCases({ console, orgId: 'org_one', personId, memberId: personId })
})

afterAll(async () => {
  await console.stop()
})

type Person = { personId: string; cookie: string }

/** Where the usual case changes nothing, one that does. */
const changing: Record<string, (person: Person) => Promise<RouteCase>> = {
  renameOneself: async ({ personId }) => ({ body: { name: `Ada ${personId}` } }),
  endOwnSession: async ({ personId, cookie }) => {
    await console.logIn(personId)
    const answer = await fetch(`${console.url}/console/api/sessions`, { headers: { ...fromPage, cookie } })
    // The cast: it lists sessions.
    const { items } = (await answer.json()) as { items: { sessionId: string }[] }
    return { params: { id: items[0]?.sessionId ?? '' } }
  },
  endOtherSessions: async ({ personId }) => {
    await console.logIn(personId)
    return {}
  },
  disconnectAssistant: async ({ personId }) => ({
    params: { id: await storeAssistant(console.database, { orgId: 'org_one', personId }) },
  }),
}

/** A denial changes nothing, and each thing that is put back is an act of its own. */
const namedOtherwise: Record<string, readonly string[]> = {
  denyAssistant: [],
  denyDevice: [],
  undoAssistantWrite: ['deal.update'],
}

test.each(writes.map((route) => [route.operationId, route] as const))(
  '%s leaves one audit row of the person who asked, by the name of its act',
  async (operationId, { method, path, body: schema, act = '' }) => {
    const personId = await console.addPerson({ org_one: 'admin' })
    const cookie = await console.logIn(personId)
    const usual = cases[operationId]
    const given = (await changing[operationId]?.({ personId, cookie })) ?? (await usual?.fresh?.()) ?? usual
    const { params = {}, body } = given ?? {}
    const before = (await auditRows()).length
    const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => params[name] ?? '')
    const answer = await fetch(`${console.url}${filled}`, {
      method: method.toUpperCase(),
      headers: { ...fromPage, cookie },
      ...(schema !== undefined && { body: JSON.stringify(body) }),
    })
    expect([answer.status, answer.ok]).toEqual([answer.status, true])
    const names = namedOtherwise[operationId] ?? [act]
    const rows = names.map((name) => ({ act: name, actor_kind: 'person', actor_id: personId }))
    expect((await auditRows()).slice(before)).toEqual(rows)
  },
)

async function auditRows(): Promise<object[]> {
  const { rows } = await console.pool.query<object>(
    'select act, actor_kind, actor_id from audit_log order by audit_id',
  )
  return rows
}
