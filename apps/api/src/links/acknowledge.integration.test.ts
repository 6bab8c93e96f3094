import { createAcknowledgeTokens, createUnsubscribeTokens } from '@signalpost/channels'
import { createPerson, setMembership } from '@signalpost/database/people'
import { findSignal, writeEvents } from '@signalpost/database/records'
import { defaultCell, exampleSignal } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect } from 'vitest'
import { startTestApi, type TestApi } from '../test-support/start-test-api.ts'

const masterKey = Buffer.alloc(32, 1)
const keys = { masterKeys: [masterKey] as const, cell: defaultCell }
const orgId = 'org_one'

let api: TestApi
let signalId: string
let url: string
let signals = 0

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({
    databaseUrl: testDatabase.url,
    config: { masterKeys: [masterKey], trustedProxies: { has: (address) => address === '127.0.0.1' } },
  })
})

afterAll(() => api.stop())

beforeEach(async () => {
  signals += 1
  signalId = `sig_${signals}`
  const event = {
    ...{ orgId, idPrefix: 'svc_' as const, type: 'signal.created' },
    dataAt: () => ({ signal: { ...exampleSignal, orgId, id: signalId } }),
  }
  await api.database
    .transaction()
    .execute((transaction) => writeEvents(transaction, [event], { nowMs: Date.now() }))
  url = `${api.url}/a/${createAcknowledgeTokens(keys).seal({ orgId, signalId, by: 'usr_ada' })}`
})

const acknowledgedAt = async () => (await findSignal(api.database, { orgId, signalId }))?.acknowledgedAt

test('GET asks and changes nothing, however often programs follow the link', async () => {
  for (const method of ['GET', 'GET', 'HEAD']) expect((await fetch(url, { method })).status).toBe(200)
  expect(await (await fetch(url)).text()).toContain('<form method="post">')
  expect(await acknowledgedAt()).toBeUndefined()
})

test('names the signal and who has it, and offers no button once it was done', async () => {
  const at = new Date().toISOString()
  const nowMs = Date.now()
  const anna = { email: null, name: 'Anna <b>', isOperator: false, nowMs }
  const personId = await api.database.transaction().execute(async (transaction) => {
    const { personId: created } = await createPerson(transaction, anna)
    await setMembership(transaction, { orgId, personId: created, role: 'member', nowMs })
    return created
  })
  const events = [
    {
      type: 'signal.updated',
      dataAt: () => ({
        signal: { ...exampleSignal, orgId, id: signalId, title: '<p>We&#x27;re hiring</p>' },
      }),
    },
    {
      type: 'signal.assigned',
      dataAt: () => ({ signalId, assignedTo: { userId: personId, at, by: 'rul_1' } }),
    },
  ]
  for (const event of events) {
    await api.database
      .transaction()
      .execute((transaction) =>
        writeEvents(transaction, [{ orgId, idPrefix: 'svc_', ...event }], { nowMs: Date.now() }),
      )
  }
  const link = `${api.url}/a/${createAcknowledgeTokens(keys).seal({ orgId, signalId, by: personId })}`
  const asked = await (await fetch(link)).text()
  expect(asked).toContain("<strong>We're hiring</strong>")
  expect(asked).toContain('Given to Anna &lt;b&gt;, not taken yet.')
  const done = await (await fetch(link, { method: 'POST' })).text()
  expect(done).toContain('<h1>Acknowledged</h1>')
  expect(done).toContain('Anna &lt;b&gt; acknowledged it on 20')
  const again = await (await fetch(link)).text()
  expect(again).toContain('<h1>Already acknowledged</h1>')
  expect(again).not.toContain('<button>')
})

test('POST acknowledges, once', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  expect((await fetch(url, { method: 'POST', headers })).status).toBe(200)
  const first = await acknowledgedAt()
  expect(first).toEqual(expect.any(String))
  expect(await (await fetch(url, { method: 'POST' })).text()).toContain('<h1>Already acknowledged</h1>')
  expect(await acknowledgedAt()).toBe(first)
  const { rows } = await sql`
    select actor_kind, actor_id, address, after ->> 'by' as by from audit_log
    where act = 'signal.acknowledge' and target_id = ${signalId}`.execute(api.database)
  expect(rows).toEqual([
    { actor_kind: 'system', actor_id: 'mail_link', address: '203.0.113.9', by: 'usr_ada' },
  ])
})

test('asks and acknowledges where a sender with a fast clock said so for later', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const event = {
    ...{ orgId, idPrefix: 'svc_' as const, type: 'signal.acknowledged' },
    dataAt: () => ({ signalId, acknowledgedAt: later }),
  }
  await api.database
    .transaction()
    .execute((transaction) => writeEvents(transaction, [event], { nowMs: Date.now() }))
  expect(await acknowledgedAt()).toBe(later)
  const asked = await (await fetch(url)).text()
  expect(asked).toContain('<h1>Acknowledge this signal?</h1>')
  expect(asked).not.toContain('acknowledged it on')
  expect(await (await fetch(url, { method: 'POST' })).text()).toContain('<h1>Acknowledged</h1>')
  expect(new Date(String(await acknowledgedAt())).getTime()).toBeLessThanOrEqual(Date.now())
})

test('answers other tokens and signals that are gone with the 404 of an unserved path', async () => {
  const unsubscribe = createUnsubscribeTokens(keys).seal({ orgId, channelId: signalId, address: 'usr_ada' })
  const gone = createAcknowledgeTokens(keys).seal({ orgId, signalId: 'sig_gone', by: 'usr_ada' })
  for (const token of [unsubscribe, gone, `${url.split('/').at(-1)}A`]) {
    expect((await fetch(`${api.url}/a/${token}`, { method: 'POST' })).status).toBe(404)
  }
  expect(await acknowledgedAt()).toBeUndefined()
})

test('says so where the link has ended, and acknowledges nothing', async () => {
  const sentMs = Date.now() - 31 * 24 * 60 * 60_000
  const old = createAcknowledgeTokens(keys, { nowMs: () => sentMs }).seal({ orgId, signalId, by: 'usr_ada' })
  for (const method of ['GET', 'POST']) {
    const answer = await fetch(`${api.url}/a/${old}`, { method })
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('This link has ended'),
    ])
  }
  expect(await acknowledgedAt()).toBeUndefined()
})
