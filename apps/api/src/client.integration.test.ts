import { scopes } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import createClient, { type Client } from 'openapi-fetch'
import { afterAll, expect } from 'vitest'
import type { paths } from '../fixtures/client-types.generated.ts'
import { routes } from './routes/routes.ts'
import { readAnswer } from './test-support/check-answer.ts'
import { fillWorkspaces, type Ids } from './test-support/fill-workspaces.ts'
import { routeCases } from './test-support/route-cases.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

// The tools of a stranger: the types generated from the description, and a key.

let api: TestApi
let client: Client<paths>
let ours: Ids
const called = new Set<string>()

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url })
  ours = (await fillWorkspaces(api)).ours
  const key = await api.createKey({ scopes, memberId: 'usr_ada' })
  client = createClient<paths>({ baseUrl: api.url, headers: { authorization: `Bearer ${key}` } })
  client.use({
    onRequest: ({ request, schemaPath }) => void called.add(`${request.method} ${schemaPath}`),
    onResponse: async ({ request, response }) => {
      await readAnswer(response.clone(), request)
    },
  })
})

afterAll(() => api.stop())

test('finds a signal in a list, reads it and assigns it', async () => {
  const { data: page } = await client.GET('/v1/results', {
    params: { query: { limit: 1, read: false, verdict: 'none', source: 'reddit' } },
  })
  const [found] = page?.items ?? []
  expect(found?.id).toBe(ours.signal)
  expect(page?.nextCursor).toBeNull()
  const params = { path: { id: found?.id ?? '' } }
  expect((await client.GET('/v1/results/{id}', { params })).data).toEqual(found)
  const { data: assigned } = await client.PATCH('/v1/results/{id}/assign', {
    params,
    body: { userId: 'usr_bob' },
  })
  expect(assigned?.assignedTo).toMatchObject({ userId: 'usr_bob', by: 'usr_ada' })
  const { data: missing, error } = await client.GET('/v1/results/{id}', {
    params: { path: { id: 'missing' } },
  })
  expect(missing).toBeUndefined()
  expect(error?.code).toBe('not_found')
})

test('reads accounts', async () => {
  const { data } = await client.GET('/v1/accounts', { params: { query: { assignedTo: 'usr_bob' } } })
  expect(data?.items).toMatchObject([{ accountKey: ours.account, signalCount: 1, assignedTo: ['usr_bob'] }])
})

test('reads listeners and plans one', async () => {
  const { data: page } = await client.GET('/v1/listeners', { params: { query: { limit: 100 } } })
  const [summary] = page?.items ?? []
  expect(summary).toMatchObject({ id: ours.listener, signalCount: 1 })
  const { data: listener } = await client.GET('/v1/listeners/{id}', {
    params: { path: { id: summary?.id ?? '' } },
  })
  expect(listener).toMatchObject({ ...summary, sensitivity: 'balanced', scheduler: { state: 'idle' } })
  const { data: analysis } = await client.POST('/v1/listeners/analyse-website', {
    body: {
      companyName: 'Example',
      website: 'nobody.invalid',
      objective: 'find_dissatisfaction',
      sources: ['g2', 'trustpilot'],
      description: 'Temperature loggers for cold chains in hospitals.',
      acceptLimited: true,
    },
  })
  expect(analysis?.plan).toMatchObject({ mode: 'rivals', limited: true })
  expect(analysis?.usage).toMatchObject({ allowance: 100, used: 1 })
})

test('adds deals once, changes one, lists them and exports them', async () => {
  const body = {
    deals: [
      {
        name: 'First, "quoted"',
        externalId: 'crm-1',
        signalId: ours.signal,
        value: { amount: 100, currency: 'EUR' },
      },
      { name: 'Second', signalId: 'missing' },
    ],
  }
  const params = { header: { 'Idempotency-Key': 'once' } }
  const { data: added } = await client.POST('/v1/pipeline/bulk', { params, body })
  const again = await client.POST('/v1/pipeline/bulk', { params, body })
  expect(again.data).toEqual(added)
  expect(again.response.headers.get('idempotency-replayed')).toBe('true')
  const [first, second] = added?.results ?? []
  expect(second).toMatchObject({ index: 1, status: 'error', error: { code: 'not_found' } })
  const deal = first?.status === 'created' ? first.deal : undefined
  const { data: changed } = await client.PATCH('/v1/pipeline/{id}', {
    params: { path: { id: deal?.id ?? '' } },
    body: { stage: 'won', ownerId: 'usr_bob' },
  })
  expect(changed).toMatchObject({
    ...deal,
    stage: 'won',
    open: false,
    ownerId: 'usr_bob',
    updatedAt: expect.any(String),
  })

  const listed: unknown[] = []
  let cursor: string | undefined
  do {
    const query = { limit: 1, ...(cursor !== undefined && { cursor }) }
    const { data: page } = await client.GET('/v1/pipeline', { params: { query } })
    listed.push(...(page?.items ?? []))
    cursor = page?.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(listed).toHaveLength(2)
  expect(listed).toContainEqual(changed)

  const { data: csv } = await client.GET('/v1/exports/pipeline.csv', {
    params: { query: { stage: 'won' } },
    parseAs: 'text',
  })
  expect(csv?.split('\r\n')).toHaveLength(3)
  expect(csv).toContain('"First, ""quoted"""')
})

test('makes a list, saves a signal to it and writes a note', async () => {
  const { data: list } = await client.POST('/v1/collections', {
    body: { name: 'To call', description: null },
  })
  const save = () =>
    client.POST('/v1/signals/{id}/save', {
      params: { path: { id: ours.signal } },
      body: { collectionId: list?.id ?? '' },
    })
  const { data: saved } = await save()
  expect(saved).toMatchObject({ collectionId: list?.id, signalId: ours.signal, created: true })
  expect((await save()).data).toEqual({ ...saved, created: false })
  const { data: note } = await client.POST('/v1/notes', {
    body: { target: { type: 'account', id: ours.account }, body: 'Called them.' },
  })
  expect(note).toMatchObject({ target: { type: 'account', id: ours.account }, createdBy: 'usr_ada' })
  const { error } = await client.POST('/v1/collections', { body: { name: ' TO CALL ' } })
  expect(error?.code).toBe('conflict')
})

test('calls each endpoint that no other test calls, by its case', async () => {
  // The cast: the client's types are for paths that the code names.
  const request = client.request as (
    method: string,
    path: string,
    init: object,
  ) => Promise<{ error?: unknown }>
  for (const { operationId, method, path } of routes) {
    if (called.has(`${method.toUpperCase()} ${path}`)) continue
    const { id, search, body } = routeCases[operationId]?.request(ours) ?? {}
    const query = Object.fromEntries(new URLSearchParams(search))
    const [, parameter = 'id'] = /\{(\w+)\}/.exec(path) ?? []
    const { error } = await request(method, path, { params: { path: { [parameter]: id }, query }, body })
    expect(error, operationId).toBeUndefined()
  }
  const all = routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect([...called].toSorted()).toEqual(all.toSorted())
})
