import { test } from '@signalpost/testing/test'
import { afterAll, expect, onTestFinished } from 'vitest'
import { fromPage, startTestConsole, type TestConsole } from './test-support/start-test-console.ts'

let console: TestConsole
let adminId: string
let admin: string
let foreignAdmin: string

test.beforeAll(async ({ testDatabase }) => {
  console = await startTestConsole({
    databaseUrl: testDatabase.url,
    config: { trustedProxies: { has: () => true } },
  })
  adminId = await console.addPerson({ org_one: 'admin' })
  admin = await console.logIn(adminId)
  foreignAdmin = await console.logIn(await console.addPerson({ org_two: 'admin' }))
})

afterAll(async () => {
  await console.stop()
})

async function ask(
  method: string,
  path: string,
  { cookie = admin, body }: { cookie?: string; body?: unknown } = {},
) {
  const answer = await fetch(`${console.url}/console/api${path}`, {
    method,
    headers: { ...fromPage, cookie },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}

test('no one touches a person, an invitation or a key of another workspace', async () => {
  const personId = await console.addPerson({ org_one: 'member' })
  const invited = await ask('POST', '/w/org_one/invitations', {
    body: { email: 'x@example.com', role: 'viewer' },
  })
  const [, keyId] = (await console.createKey('org_one')).split('_')
  const cookie = foreignAdmin
  const foreign = '/w/org_two'
  expect(
    await Promise.all([
      ask('DELETE', `${foreign}/keys/${keyId}`, { cookie }),
      ask('DELETE', `${foreign}/invitations/${invited.body.invitationId}`, { cookie }),
      ask('GET', `${foreign}/people/${personId}`, { cookie }),
      ask('PATCH', `${foreign}/people/${personId}`, { cookie, body: { role: 'admin' } }),
      ask('DELETE', `${foreign}/people/${personId}`, { cookie }),
      ask('GET', `${foreign}/people/${personId}/sessions`, { cookie }),
      ask('DELETE', `${foreign}/people/${personId}/sessions`, { cookie }),
    ]),
  ).toEqual(Array.from({ length: 7 }, () => expect.objectContaining({ status: 404 })))
  const keys = await ask('GET', '/w/org_one/keys')
  expect(keys.body.items).toContainEqual(expect.objectContaining({ keyId, state: 'active' }))
  expect((await ask('GET', '/w/org_one/invitations')).body.items).toHaveLength(1)
})

test('pages of people and keys hold each once, and their cursors open nowhere else', async () => {
  for (let count = 0; count < 3; count += 1) {
    await console.addPerson({ org_one: 'viewer' })
    await console.createKey('org_one')
  }
  for (const [list, id] of [
    ['people', 'personId'],
    ['keys', 'keyId'],
    ['audit', 'auditId'],
  ]) {
    const all = (await ask('GET', `/w/org_one/${list}?limit=100`)).body.items
    const seen: unknown[] = []
    let cursor = ''
    do {
      const page: { items: Record<string, unknown>[]; nextCursor: string | null } = (
        await ask('GET', `/w/org_one/${list}?limit=2${cursor}`)
      ).body
      seen.push(...page.items)
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`
      if (cursor !== '') {
        expect(
          (await ask('GET', `/w/org_two/${list}?limit=2${cursor}`, { cookie: foreignAdmin })).status,
        ).toBe(400)
      }
    } while (cursor !== '')
    expect(seen.map((item) => (item as Record<string, unknown>)[id ?? ''])).toEqual(
      all.map((item: Record<string, unknown>) => item[id ?? '']),
    )
  }
})

test('a key is shown once, to no later answer, and revoking says when it was last used', async () => {
  const created = await ask('POST', '/w/org_one/keys', {
    body: { name: 'Reports', scopes: ['signals:read'] },
  })
  const { apiKey, keyId } = created.body
  expect([created.status, apiKey]).toEqual([201, expect.stringMatching(/^spk_/)])
  const [, , secret = ''] = String(apiKey).split('_')
  for (const path of ['/w/org_one/keys?limit=100', '/w/org_one/audit?limit=100']) {
    expect(JSON.stringify((await ask('GET', path)).body)).not.toContain(secret)
  }
  await console.pool.query("update api_keys set last_used_at = '2026-01-02T03:04:05Z' where key_id = $1", [
    keyId,
  ])
  expect((await ask('DELETE', `/w/org_one/keys/${keyId}`)).body).toMatchObject({
    state: 'revoked',
    lastUsedAt: '2026-01-02T03:04:05.000Z',
  })
})

test('the audit log filters by act, actor and time, and names people and records', async () => {
  await console.pool.query("update people set name = 'Ada' where person_id = $1", [adminId])
  await ask('POST', '/w/org_one/sources', { body: { name: 'CRM' } })
  const ofAct = await ask('GET', `/w/org_one/audit?act=source.create&actor=${adminId}`)
  expect(ofAct.body.items).toMatchObject([
    {
      ...{ act: 'source.create', actor: { kind: 'person', id: adminId, name: 'Ada' }, before: null },
      target: { type: 'source', name: 'CRM' },
    },
  ])
  // The name that it had, once it is gone.
  const { body } = await ask('POST', '/w/org_one/lists', { body: { name: 'Call today' } })
  await ask('DELETE', `/w/org_one/lists/${body.id}`)
  const ofCollection = await ask('GET', '/w/org_one/audit?act=collection.delete')
  expect(ofCollection.body.items).toMatchObject([{ target: { type: 'collection', name: 'Call today' } }])
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
  expect((await ask('GET', `/w/org_one/audit?until=${anHourAgo}`)).body.items).toEqual([])
  expect((await ask('GET', `/w/org_one/audit?since=${anHourAgo}`)).body.items.length).toBeGreaterThan(0)
  expect((await ask('GET', `/w/org_two/audit`, { cookie: foreignAdmin })).body.items).not.toContainEqual(
    expect.objectContaining({ act: 'source.create' }),
  )
})

test('the audit log as CSV has every entry, and no formula', async () => {
  const warnings: Error[] = []
  const keep = (warning: Error): number => warnings.push(warning)
  process.on('warning', keep)
  onTestFinished(() => void process.off('warning', keep))
  await console.pool.query(
    `insert into audit_log (audit_id, org_id, actor_kind, actor_id, act, target_type, target_id, after)
     select 'aud_' || lpad(n::text, 26, '0'), 'org_one', 'key', '=HYPERLINK(1)', 'note.create', 'note', '@x',
            jsonb_build_object('name', '=1+1') from generate_series(1, 20500) n`,
  )
  const answer = await fetch(`${console.url}/console/api/w/org_one/audit.csv?act=note.create`, {
    headers: { cookie: admin },
  })
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = (await answer.text()).split('\r\n')
  expect(lines).toHaveLength(20_502)
  expect(lines[1]).toMatch(
    /,key,'=HYPERLINK\(1\),note\.create,note,'@x,,"\{""name"": ?""=1\+1""\}",,,org_one,,$/,
  )
  // Such as of listeners that pile up while the reader is slower than the store.
  expect(warnings).toEqual([])
})

test('acts on people and secrets need a login of the last 15 minutes; the rest does not', async () => {
  const cookie = await console.logIn(adminId)
  const personId = await console.addPerson({ org_one: 'member' })
  const source = await ask('POST', '/w/org_one/sources', { body: { name: 'Before' } })
  const change = await console.pool.query(
    `update sessions set created_at = created_at - interval '16 minutes'
     where session_id = (select max(session_id) from sessions where person_id = $1) returning 1`,
    [adminId],
  )
  expect(change.rowCount).toBe(1)
  // Sessions are believed for 4 s.
  await new Promise((resolve) => setTimeout(resolve, 4_500))
  const old = { cookie }
  for (const [method, path, body] of [
    ['PATCH', `/w/org_one/people/${personId}`, { role: 'viewer' }],
    ['DELETE', `/w/org_one/people/${personId}`, undefined],
    ['DELETE', `/w/org_one/people/${personId}/sessions`, undefined],
    ['POST', '/w/org_one/invitations', { email: 'late@example.com', role: 'viewer' }],
    ['POST', '/w/org_one/keys', { scopes: ['signals:read'] }],
  ] as const) {
    const answer = await ask(method, path, { ...old, body })
    expect([method, path, answer.status, answer.body?.code]).toEqual([method, path, 401, 'login_required'])
  }
  const enabled = await ask('PATCH', `/w/org_one/sources/${source.body.sourceId}`, {
    ...old,
    body: { enabled: false },
  })
  expect(enabled.status).toBe(200)
})

test('a person ends their own sessions, and no one else’s', async () => {
  const personId = await console.addPerson({ org_one: 'viewer' })
  const [first, second] = [await console.logIn(personId), await console.logIn(personId)]
  const { items } = (await ask('GET', '/sessions', { cookie: second })).body
  expect(items).toMatchObject([{ isThisOne: true }, { isThisOne: false }])
  expect(JSON.stringify(items)).not.toContain(second.split('=')[1])
  const other = items[1].sessionId
  expect((await ask('DELETE', `/sessions/${other}`, { cookie: admin })).status).toBe(404)
  expect((await ask('DELETE', `/sessions/${other}`, { cookie: second })).status).toBe(204)
  await expect
    .poll(() => ask('GET', '/session', { cookie: first }), { timeout: 5_000 })
    .toMatchObject({ status: 401 })
  expect((await ask('GET', '/session', { cookie: second })).status).toBe(200)
})
