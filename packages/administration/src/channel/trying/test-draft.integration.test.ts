import { listChannels } from '@signalpost/database/rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseServices } from '../../test-support/act-case.ts'
import { addWorkspace } from '../../test-support/act-cases.ts'
import { admin, viewer } from '../../test-support/callers.ts'
import { openServices } from '../../test-support/open-services.ts'
import { testDraftAct } from './test-draft.ts'

const orgId = 'org_draft'
let services: CaseServices
let close: () => Promise<void>

beforeAll(async () => {
  ;({ services, close } = await openServices())
  await addWorkspace(services, orgId)
  services.slack.troubles.clear()
})

afterAll(() => close())

const send = (input: object, caller = admin) =>
  testDraftAct.perform(services, { caller, input: { orgId, ...input } })

test('sends one message through a channel that is not stored, and logs who did', async () => {
  const before = await listChannels(services.database, orgId)
  const secrets = { botToken: 'xoxb-test', signingSecret: 'signing-secret' }
  const attempt = await send({ kind: 'slack', settings: { channel: 'C0TEST' }, secrets })
  expect(attempt).toMatchObject({ outcome: 'sent', recipient: '' })
  expect(services.slack.messages).toHaveLength(1)
  expect(await listChannels(services.database, orgId)).toEqual(before)
  const { rows } = await sql<{ logged: string }>`
    select to_jsonb(audit_log)::text as logged from audit_log where act = 'channel.test_draft'`.execute(
    services.database,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.logged).toContain('"after": {"kind": "slack", "outcome": "sent"}')
  expect(rows[0]?.logged).not.toMatch(/xoxb-test|signing-secret/)
})

test('says how the receiver refused', async () => {
  services.slack.troubles.plan({ error: 'channel_not_found' })
  const secrets = { botToken: 'xoxb-test', signingSecret: 'signing-secret' }
  const attempt = await send({ kind: 'slack', settings: { channel: 'C0TEST' }, secrets })
  expect(attempt.outcome).not.toBe('sent')
  expect(attempt.code).toBe('channel_not_found')
})

test.each([
  ['carrier_pigeon', {}, {}, 'kind'],
  ['inbox', {}, {}, 'kind'],
  ['slack', {}, {}, 'secrets'],
  ['http', { url: 'https://10.0.0.1/x' }, {}, 'settings.url'],
  ['http', { url: 'https://example.com/x', template: '"{{nothing}}"' }, {}, 'settings.template'],
])('refuses %s with %o and sends nothing', async (kind, settings, secrets, path) => {
  const before = services.slack.messages.length
  await expect(send({ kind, settings, secrets })).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [{ path: expect.stringContaining(path) }],
  })
  expect(services.slack.messages).toHaveLength(before)
})

test('sends nothing for those who may not create a channel', async () => {
  const draft = { kind: 'http', settings: { url: 'https://example.com/x' } }
  await expect(send(draft, { ...viewer, role: 'member' })).rejects.toMatchObject({ code: 'forbidden' })
})
