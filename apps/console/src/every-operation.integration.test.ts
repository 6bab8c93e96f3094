import { operations } from '@signalpost/administration/operations'
import { canary } from '@signalpost/administration/test-support'
import { findFilterValue } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { z } from 'zod'
import type { Route } from './server/face/define-routes.ts'
import { routesOf } from './server/face/route-of.ts'
import { operationRoutes } from './test-support/route-cases/operations.ts'
import type { RouteCase } from './test-support/route-cases/route-case.ts'
import { fromPage, startTestConsole, type TestConsole } from './test-support/start-test-console.ts'

const offered = operations.filter((operation) => 'http' in operation)
const all = offered.map((operation): [string, (typeof offered)[number], Route] => {
  // The cast: a route knows more than its types for pages.
  return [operation.name, operation, routesOf([operation])[0] as object as Route]
})
const withBody = all.filter(([, , { body }]) => body !== undefined)
const writes = all.filter(
  ([, operation]) => 'run' in operation || 'around' in operation || 'choose' in operation,
)

let console: TestConsole
let cases: Record<string, RouteCase>
let foreign: Record<string, RouteCase>
const cookies: Record<string, string> = {}

test.beforeAll(async ({ testDatabase }) => {
  console = await startTestConsole({ databaseUrl: testDatabase.url })
  await console.addPerson({}, true)
  let personId = ''
  for (const role of ['viewer', 'member', 'admin'] as const) {
    personId = await console.addPerson({ org_one: role })
    cookies[role] = await console.logIn(personId)
  }
  const people = { personId, memberId: '' }
  cases = await operationRoutes({ console, orgId: 'org_one', ...people })
  foreign = await operationRoutes({ console, orgId: 'org_two', ...people })
})

afterAll(async () => {
  await console.stop()
})

/** What shows a secret, once: that of a sender. */
const showing = ['source.create', 'source.rotate']

test.each(all)('%s answers an admin with what it declares', async (name, _operation, route) => {
  const { status, json } = await ask(route)
  expect([status, json]).toEqual([route.success.status, json])
  // A schema leaves out what it does not know.
  expect(route.success.schema.parse(json)).toEqual(json)
  expect(JSON.stringify(json ?? null).includes(canary)).toBe(showing.includes(name))
})

test.each(writes)('%s leaves one audit row, by the person who asked', async (_name, operation, route) => {
  const before = await auditRows()
  await ask(route)
  const [row, ...others] = (await auditRows()).slice(before.length)
  expect(others).toEqual([])
  const noun = operation.name.split('.', 1)[0]
  const names = 'choose' in operation ? expect.stringMatching(`^${noun}\\.`) : operation.name
  expect(row).toMatchObject({ act: names, actor_kind: 'person', org_id: 'org_one', address: '127.0.0.1' })
})

/** What members change only where they made it themselves. */
const ofTheirMakers = ['endSilence']

test.each(all)('%s lets in exactly those whom it demands', async (_name, { demands }, route) => {
  const order = ['viewer', 'member', 'admin']
  expect(route.role).toBe(demands)
  for (const role of order) {
    const isTheirs = role === 'admin' || !ofTheirMakers.includes(route.operationId)
    const isAllowed = isTheirs && order.indexOf(role) >= order.indexOf(demands)
    const before = await auditRows()
    const { status } = await ask(route, { role })
    expect([role, status === 403]).toEqual([role, !isAllowed])
    if (!isAllowed) expect(await auditRows()).toEqual(before)
  }
})

test.each(withBody)('%s takes no member that it does not declare', async (_name, _operation, route) => {
  const { status, json } = await ask(route, {
    change: (body) => ({ ...body, nonsense: 1, orgId: 'org_two' }),
  })
  expect([status, pathsOf(json)]).toEqual([400, ['nonsense', 'orgId']])
})

test.each(withBody)('%s refuses another kind of value in each member', async (_name, _operation, route) => {
  // No member takes a list of lists.
  const nonsense = [[[]]]
  for (const member of membersOf(route)) {
    const { status, json } = await ask(route, { change: (body) => ({ ...body, [member]: nonsense }) })
    const paths = [...new Set(pathsOf(json))]
    expect([member, status, paths]).toEqual([member, 400, [expect.stringMatching(`^${member}\\b`)]])
  }
})

test.each(all)('%s finds nothing of another workspace', async (_name, _operation, route) => {
  const { status } = await ask(route, { orgId: 'org_two' })
  expect(status).toBe(404)
})

const ofThings = all.filter(([, , { path }]) => /\{(?!orgId\b)/.test(path))

test.each(ofThings)(
  '%s finds nothing of another workspace below its own',
  async (_name, _operation, route) => {
    const theirs = await foreign[route.operationId]?.fresh?.()
    const before = await auditRows()
    const { status } = await ask(route, { given: theirs, orgId: 'org_one' })
    expect(status).toBe(404)
    expect(await auditRows()).toEqual(before)
  },
)

test('nothing takes a thing of another workspace in its body', async () => {
  const refused: string[] = []
  for (const [name, , route] of withBody.filter((one) => !ofThings.includes(one))) {
    const theirs = await foreign[route.operationId]?.fresh?.()
    if (!/[a-z]{3}_[0-9a-z]{26}/.test(JSON.stringify(theirs?.body ?? null))) continue
    const before = await auditRows()
    const { status } = await ask(route, { given: theirs, orgId: 'org_one' })
    expect([name, [400, 404].includes(status)]).toEqual([name, true])
    expect(await auditRows()).toEqual(before)
    refused.push(name)
  }
  expect(refused.toSorted()).toEqual([
    ...['delivery.discard', 'delivery.replay', 'escalation.create', 'escalation.preview', 'note.create'],
    ...['rule.preview', 'silence.create', 'silence.preview', 'workspace.set_fallback_channel'],
  ])
})

/** Lists of what no operation makes two of: what assistants did, what is in a collection, and runs of warehouses. */
const short = [
  ...['assistant.writes', 'assistant.calls', 'assistant.log', 'collection.show'],
  ...['warehouse.rejects', 'warehouse.runs'],
]

/** Does what makes something of a noun, twice, and leaves two audit rows. */
async function storeTwoOf(noun: string): Promise<void> {
  const ofNoun = all.filter(([name]) => name.startsWith(`${noun}.`))
  const creating = writes.filter(([name]) => name === `${noun}.create` || name === 'rule.create')
  for (let count = 0; count < 2; count += 1) {
    for (const [, , { operationId }] of ofNoun) await cases[operationId]?.fresh?.()
    for (const [, , route] of creating) await ask(route)
  }
}

const paged = all.filter(([, operation]) => 'answerPage' in operation)

test.each(paged)(
  '%s has pages as long as asked, and cursors of this list alone',
  async (name, _operation, route) => {
    await storeTwoOf(name.split('.', 1)[0] ?? '')
    const given = await cases[route.operationId]?.fresh?.()
    const { status, json } = await ask(route, { given, search: '?limit=1' })
    // The cast: the walk above compares it with its schema.
    const { items, nextCursor } = json as { items: unknown[]; nextCursor: string | null }
    expect([status, items.length <= 1]).toEqual([200, true])
    expect([name, nextCursor === null]).toEqual([name, short.includes(name)])
    if (nextCursor === null) return
    const next = await ask(route, { given, search: `?limit=1&cursor=${nextCursor}` })
    expect(next.status).toBe(200)
    expect(next.json).not.toMatchObject({ items })
    for (const [filter, schema] of filtersOf(route)) {
      const filtered = await ask(route, {
        given,
        search: `?${filter}=${findFilterValue(schema)}&cursor=${nextCursor}`,
      })
      expect([filter, filtered.status, pathsOf(filtered.json)]).toEqual([filter, 400, ['cursor']])
    }
    for (const [, , other] of paged.filter(([, , one]) => one !== route)) {
      const elsewhere = await ask(other, { search: `?cursor=${nextCursor}` })
      expect([elsewhere.status, pathsOf(elsewhere.json)]).toEqual([400, ['cursor']])
    }
  },
)

type Asked = {
  role?: string
  orgId?: string
  search?: string
  change?: (body: object) => object
  given?: RouteCase | undefined
}

async function ask(
  { operationId, path, method, body: schema }: Route,
  { role = 'admin', orgId, search = '', change = (body) => body, given }: Asked = {},
): Promise<{ status: number; json: unknown }> {
  const { params = {}, body } = given ?? (await cases[operationId]?.fresh?.()) ?? {}
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    name === 'orgId' && orgId !== undefined ? orgId : (params[name] ?? ''),
  )
  const answer = await fetch(`${console.url}${filled}${search}`, {
    method: method.toUpperCase(),
    headers: { ...fromPage, cookie: cookies[role] ?? '' },
    ...(schema !== undefined && { body: JSON.stringify(change(Object(body))) }),
  })
  return { status: answer.status, json: answer.status === 204 ? undefined : await answer.json() }
}

function membersOf({ body }: Route): string[] {
  return body instanceof z.ZodObject ? Object.keys(body.shape) : []
}

/** The filters of a list that a cursor belongs to: all but times. */
function filtersOf({ query }: Route): [name: string, schema: z.ZodType][] {
  const { limit: _limit, cursor: _cursor, ...filters } = query.shape
  // The cast: the members of an object are schemas.
  return (Object.entries(filters) as [string, z.ZodType][]).filter(
    ([, schema]) => findFilterValue(schema) !== undefined,
  )
}

function pathsOf(json: unknown): string[] {
  const { detail = [] } = json as { detail?: { path: string }[] } // the cast: an error of ours
  return detail.map(({ path }) => path).toSorted()
}

/** Refusals are logged later. */
async function auditRows(): Promise<object[]> {
  const { rows } = await console.pool.query<object>(
    'select * from audit_log where refusal is null order by audit_id',
  )
  return rows
}
