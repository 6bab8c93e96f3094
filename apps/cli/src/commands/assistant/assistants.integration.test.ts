import {
  createAssistant,
  createAssistantId,
  createAuthorization,
  decideAuthorization,
  takeDecision,
} from '@signalpost/database/assistants'
import { createPerson } from '@signalpost/database/people'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { callForJson } from '../../test-support/call-cli.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

const client = { clientId: 'x', clientName: 'Claude', clientHost: null, redirectUri: 'http://127.0.0.1/cb' }
let store: CliStore
let assistantId: string
let personId: string

test.beforeAll(async ({ testDatabase }) => {
  store = openCliStore(testDatabase.url)
  await json(['workspace', 'create', '--id', 'org_acme', '--name', 'Acme'])
  const nowMs = Date.now()
  const scopes = ['signals:read' as const]
  const [authorizationId, tokenSha256] = ['authorization', Buffer.from('token')]
  assistantId = createAssistantId(nowMs)
  const endsAt = new Date(nowMs + 60_000)
  await createAuthorization(store.database, { authorizationId, ...client, scopes, endsAt })
  await store.database.transaction().execute(async (transaction) => {
    const person = { email: null, name: 'Ann', isOperator: false, nowMs }
    ;({ personId } = await createPerson(transaction, person))
    const assistant = { assistantId, orgId: 'org_acme', personId, ...client, scopes }
    await createAssistant(transaction, { ...assistant, nowMs, endsMs: nowMs + 60_000 })
    await decideAuthorization(transaction, { authorizationId, assistantId, tokenSha256, nowMs })
  })
  await takeDecision(store.database, { authorizationId, tokenSha256, nowMs })
})

afterAll(() => store.close())

const json = (args: string[]) => callForJson<Record<string, unknown>>(store.call, args)

test('assistants are listed and revoked, once for all', async () => {
  const connected = {
    ...{ assistantId, orgId: 'org_acme', client: 'Claude', personId, scopes: ['signals:read'] },
    ...{ since: expect.any(String), lastUsedAt: null, expiresAt: expect.any(String) },
  }
  expect(await json(['assistant', 'list'])).toEqual({ items: [connected] })
  const revoked = await json(['assistant', 'revoke', assistantId])
  expect(revoked).toEqual({ ...connected, revokedAt: expect.any(String), reason: 'admin' })
  expect(await json(['assistant', 'revoke', assistantId])).toEqual(revoked)
  expect(await json(['assistant', 'list'])).toEqual({ items: [revoked] })
  const { exitCode } = await store.call(['assistant', 'revoke', 'ast_missing'])
  expect(exitCode).toBe(1)
})

test('the policy is shown and set, and another word is bad usage', async () => {
  expect(await json(['assistant', 'policy'])).toEqual({ policy: 'confirm' })
  expect(await json(['assistant', 'policy', 'read'])).toEqual({ policy: 'read' })
  expect(await json(['assistant', 'policy'])).toEqual({ policy: 'read' })
  const { exitCode, stdout, stderr } = await store.call(['assistant', 'policy', 'all', '--json'])
  expect([exitCode, stdout, stderr]).toEqual([
    2,
    '',
    expect.stringContaining('expected one of off, read, confirm, write'),
  ])
})
