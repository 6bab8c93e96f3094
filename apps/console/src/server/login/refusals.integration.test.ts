import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, expect } from 'vitest'
import { fromPage, startTestConsole, type TestConsole } from '../../test-support/start-test-console.ts'

let console: TestConsole
let nowMs = Date.parse('2026-11-20T09:00:00Z')

test.beforeAll(async ({ testDatabase }) => {
  console = await startTestConsole({ databaseUrl: testDatabase.url, nowMs: () => nowMs })
})

beforeEach(() => {
  nowMs += 60_000
})

afterAll(() => console.stop())

const post = (path: string, body: object, cookie?: string) =>
  fetch(`${console.url}/console/api${path}`, {
    method: 'POST',
    headers: { ...fromPage, ...(cookie !== undefined && { cookie }) },
    body: JSON.stringify(body),
  })
const list = async (cookie: string, query = '') => {
  const answer = await fetch(`${console.url}/console/api/w/org_one/audit?limit=100${query}`, {
    headers: { cookie },
  })
  return ((await answer.json()) as { items: Record<string, unknown>[] }).items
}
const refusedRows = async () => {
  const { rows } = await console.pool.query<{ count: number }>(
    'select count(*)::integer as count from audit_log where refusal is not null',
  )
  return rows[0]?.count ?? 0
}

test('a write that a role may not do is a row of the workspace, and a read is none', async () => {
  const viewer = await console.addPerson({ org_one: 'viewer' })
  const cookie = await console.logIn(viewer)
  const body = { scopes: ['signals:read'], name: 'a name that is not logged' }
  expect((await post('/w/org_one/keys', body, cookie)).status).toBe(403)
  await fetch(`${console.url}/console/api/installation`, { headers: { cookie } })
  await expect.poll(() => list(cookie, '&act=key.create')).toHaveLength(1)
  const [row] = await list(cookie, '&act=key.create')
  expect(row).toMatchObject({
    ...{ orgId: 'org_one', act: 'key.create', refusal: 'forbidden', before: null, after: null },
    actor: { kind: 'person', id: viewer },
    ...{ target: { type: 'role', id: 'admin' }, address: '127.0.0.1', requestId: expect.any(String) },
  })
  expect(await refusedRows()).toBe(1)
  expect(JSON.stringify(await list(cookie))).not.toContain('not logged')

  for (let tried = 0; tried < 15; tried += 1) await post('/w/org_one/keys', body, cookie)
  await expect.poll(refusedRows).toBe(10)
})

test('an act that needs a newer login is a row that names its target', async () => {
  const admin = await console.addPerson({ org_one: 'admin' })
  const cookie = await console.logIn(admin)
  const other = await console.addPerson({ org_one: 'viewer' })
  nowMs += 16 * 60_000
  const answer = await fetch(`${console.url}/console/api/w/org_one/people/${other}/sessions`, {
    method: 'DELETE',
    headers: { ...fromPage, cookie },
  })
  expect(answer.status).toBe(401)
  await expect.poll(() => list(cookie, '&act=person.log_out')).toHaveLength(1)
  expect((await list(cookie, '&act=person.log_out'))[0]).toMatchObject({
    ...{ refusal: 'login_required', before: null, after: null, target: { id: other } },
    actor: { kind: 'person', id: admin },
  })
})

test('a refused login is a row for operators, without its token, and an attacker adds ten a minute', async () => {
  const before = await refusedRows()
  const cookies = {
    operator: await console.logIn(await console.addPerson({ org_one: 'viewer' }, true)),
    admin: await console.logIn(await console.addPerson({ org_one: 'admin' })),
  }
  nowMs += 60_000
  const token = 'A'.repeat(43)
  for (let tried = 0; tried < 12; tried += 1) await post('/login', { token })
  await expect.poll(refusedRows).toBe(before + 10)
  const seen = await list(cookies.operator, '&act=login.refused')
  expect(seen).toHaveLength(10)
  expect(seen[0]).toMatchObject({
    ...{
      orgId: null,
      refusal: 'unauthorized',
      actor: { kind: 'system', id: 'visitor' },
      address: '127.0.0.1',
    },
    target: { type: 'login', id: 'link' },
  })
  expect(JSON.stringify(seen)).not.toContain(token)
  expect(await list(cookies.admin, '&act=login.refused')).toEqual([])
})
