import { type Caller, hashToken } from '@signalpost/authorization'
import { listAssistants, takeDecision } from '@signalpost/database/assistants'
import { createPerson, removeMembership, setMembership } from '@signalpost/database/people'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import { endPersonAct } from '../person/index.ts'
import type { CaseServices } from '../test-support/act-case.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { addAuthorization } from '../test-support/cases/assistant-cases.ts'
import { openServices } from '../test-support/open-services.ts'
import { setAssistantPolicyAct } from '../workspace/index.ts'
import { connectAssistantAct, denyAssistant, disconnectAssistantAct } from './index.ts'

let services: CaseServices
let close: () => Promise<void>

beforeAll(async () => {
  ;({ services, close } = await openServices())
  await addWorkspace(services, 'org_a')
})

afterAll(() => close())

async function addPerson(role: 'viewer' | 'member'): Promise<Caller> {
  return services.database.transaction().execute(async (transaction) => {
    const nowMs = Date.now()
    const person = { email: null, name: 'Ann', isOperator: false, nowMs }
    const { personId } = await createPerson(transaction, person)
    await setMembership(transaction, { orgId: 'org_a', personId, role, nowMs })
    return { ...admin, actor: { kind: 'person', id: personId }, role: undefined, isOperator: false }
  })
}

async function connect(caller: Caller, scopes: string[], authorizationId?: string) {
  const input = {
    authorizationId: authorizationId ?? (await addAuthorization(services)),
    ...{ orgId: 'org_a', scopes: scopes as 'signals:read'[] },
  }
  return performAct(services, { caller, act: connectAssistantAct, input })
}

test('a viewer connects an assistant that reads, and none that writes', async () => {
  const viewer = await addPerson('viewer')
  await expect(connect(viewer, ['signals:read'])).resolves.toMatchObject({
    assistantId: expect.stringMatching(/^ast_/),
  })
  await expect(connect(viewer, ['signals:read', 'pipeline:write'])).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [{ path: 'scopes.1', message: 'expected a scope of your role' }],
  })
})

test('no more is granted than was asked for', async () => {
  await expect(connect(await addPerson('member'), ['export:read'])).rejects.toMatchObject({
    issues: [{ path: 'scopes.0', message: 'expected a scope that was asked for' }],
  })
})

test('a request is decided once, also by two people at once, and not after it is over', async () => {
  const [ann, ben] = [await addPerson('member'), await addPerson('member')]
  const authorizationId = await addAuthorization(services)
  const both = await Promise.allSettled([
    connect(ann, ['signals:read'], authorizationId),
    connect(ben, ['signals:read'], authorizationId),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(denyAssistant(services, { authorizationId })).rejects.toMatchObject({ code: 'conflict' })
  const late = await addAuthorization(services)
  await sql`
    update assistant_authorizations set ends_at = now() - interval '1 s' where authorization_id = ${late}`.execute(
    services.database,
  )
  await expect(connect(ann, ['signals:read'], late)).rejects.toMatchObject({ code: 'not_found' })
  await expect(denyAssistant(services, { authorizationId: late })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a decision is taken once, also by two requests at once', async () => {
  const authorizationId = await addAuthorization(services)
  const { token, assistantId } = await connect(await addPerson('member'), ['signals:read'], authorizationId)
  const take = () => {
    const decision = { authorizationId, tokenSha256: hashToken(token), nowMs: Date.now() }
    return takeDecision(services.database, decision)
  }
  const taken = await Promise.all([take(), take(), take()])
  expect(taken.filter((decision) => decision !== undefined)).toEqual([
    { assistantId, scopes: ['signals:read'] },
  ])
})

test('someone without a role in the workspace connects nothing there', async () => {
  const gone = await addPerson('member')
  await services.database.transaction().execute(async (transaction) => {
    await removeMembership(transaction, { orgId: 'org_a', personId: gone.actor.id })
  })
  await expect(connect(gone, ['signals:read'])).rejects.toMatchObject({ code: 'not_found' })
})

test('a workspace whose policy is off lets none in', async () => {
  const set = (policy: 'off' | 'confirm') =>
    performAct(services, { caller: admin, act: setAssistantPolicyAct, input: { orgId: 'org_a', policy } })
  await set('off')
  await expect(connect(await addPerson('member'), ['signals:read'])).rejects.toMatchObject({
    code: 'forbidden',
  })
  await set('confirm')
})

test('no one ends the assistant of someone else as their own', async () => {
  const [ann, ben] = [await addPerson('member'), await addPerson('member')]
  const { assistantId } = await connect(ann, ['signals:read'])
  await sql`update assistants set connected_at = now() where assistant_id = ${assistantId}`.execute(
    services.database,
  )
  const end = (caller: Caller) =>
    performAct(services, { caller, act: disconnectAssistantAct, input: { assistantId } })
  await expect(end(ben)).rejects.toMatchObject({ code: 'not_found' })
  await expect(end(ann)).resolves.toMatchObject({ endReason: 'person' })
})

test('the end of a membership ends its assistants, which an invitation does not wake', async () => {
  const ann = await addPerson('member')
  const { assistantId } = await connect(ann, ['signals:read'])
  await sql`update assistants set connected_at = now() where assistant_id = ${assistantId}`.execute(
    services.database,
  )
  const personId = ann.actor.id
  await performAct(services, { caller: admin, act: endPersonAct, input: { orgId: 'org_a', personId } })
  await services.database.transaction().execute(async (transaction) => {
    await setMembership(transaction, { orgId: 'org_a', personId, role: 'admin', nowMs: Date.now() })
  })
  const listed = await listAssistants(services.database, { orgId: 'org_a', personId, limit: 10 })
  expect(listed).toMatchObject([{ assistantId, endReason: 'membership' }])
})
