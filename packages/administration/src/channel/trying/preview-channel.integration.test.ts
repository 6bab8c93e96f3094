import { writeEvents } from '@signalpost/database/records'
import { createChannel } from '@signalpost/database/rules'
import { instantOf } from '@signalpost/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseServices } from '../../test-support/act-case.ts'
import { addWorkspace } from '../../test-support/act-cases.ts'
import { admin, viewer } from '../../test-support/callers.ts'
import { openServices } from '../../test-support/open-services.ts'
import { previewChannelRead } from './preview-channel.ts'

const orgId = 'org_preview'
const url = 'https://hooks.example/token-0123456789'
let services: CaseServices
let close: () => Promise<void>

beforeAll(async () => {
  ;({ services, close } = await openServices())
  await addWorkspace(services, orgId)
})

afterAll(() => close())

const preview = (input: object, caller = admin) =>
  previewChannelRead.perform(services, { caller, input: { orgId, ...input } })

async function storeSignal(id: string, relevanceScore: number): Promise<void> {
  const at = instantOf(services.nowMs())
  const signal = {
    ...{ id, orgId, listenerId: 'lsn_1', source: 'reddit', url: 'https://example.com/', title: `Post ${id}` },
    ...{ excerpt: 'We need one by May.', postedAt: at, firstSeenAt: at, relevanceScore },
    ...{ classification: 'relevant', rationale: 'They ask for it.', matchedKeywords: [] },
  }
  const event = { orgId, idPrefix: 'svc_' as const, type: 'signal.created', dataAt: () => ({ signal }) }
  await services.database
    .transaction()
    .execute((transaction) => writeEvents(transaction, [event], { nowMs: services.nowMs() }))
}

test('shows the words at once, and the request when the form has all that it needs', async () => {
  const bare = await preview({ kind: 'email' })
  expect(bare).toMatchObject({ isExample: true, request: null, issues: [] })
  expect(bare.text?.items).toMatchObject([{ title: 'Looking for a tool that catches signals' }])
  const { request } = await preview({ kind: 'email', settings: { to: ['ann@example.com'] } })
  expect(request?.subject).toContain('Looking for a tool that catches signals')
})

test.each(['slack', 'http', 'pagerduty', 'webhook'])('what %s still lacks is no fault', async (kind) => {
  expect(await preview({ kind })).toMatchObject({ issues: [] })
})

test('shows the best signal, with a template as it will be filled and links as they will lead', async () => {
  await storeSignal('sig_best', 90)
  await storeSignal('sig_newest', 50)
  const template =
    '{"title":"{{signal.title}}","page":"{{signal.pageUrl}}","ack":"{{signal.acknowledgeUrl}}"}'
  const { text, isExample, request } = await preview({ kind: 'http', settings: { url, template } })
  expect([text, isExample]).toEqual([null, false])
  expect(request).toMatchObject({ subject: null, method: 'POST', url: 'https://hooks.example/[redacted]' })
  expect(JSON.parse(request?.body ?? '')).toEqual({
    title: 'Post sig_best',
    page: `https://signalpost.example/w/${orgId}/signals/sig_best`,
    // It acts for its reader.
    ack: 'https://signalpost.example/a/[redacted]',
  })
})

test.each([
  [
    'a placeholder that does not exist',
    { template: '{"a":"{{signal.colour}}"}' },
    'settings.template',
    /colour/,
  ],
  ['a template that is no JSON', { url, template: 'Hello' }, 'settings.template', /expected JSON/],
  ['a URL that is none', { url: 'hooks' }, 'settings.url', /./],
])('says what is wrong with %s while it is typed', async (_, settings, path, message) => {
  const { request, issues } = await preview({ kind: 'http', settings })
  expect(request).toBeNull()
  expect(issues).toEqual([{ path, message: expect.stringMatching(message) }])
})

test('changes of a stored channel show with what is stored, and no secret', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const { channelId } = await createChannel(services.database, services.secretBox, {
    ...{ orgId, kind: 'webhook', name: 'Hook', settings: { url }, secrets: { secret } },
  })
  const shown = await preview({ channelId })
  expect(shown.request).toMatchObject({ method: 'POST', url: 'https://hooks.example/[redacted]' })
  expect(JSON.stringify(shown)).not.toContain(secret)
  await addWorkspace(services, 'org_other')
  await expect(preview({ channelId, orgId: 'org_other' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(preview({ kind: 'http' }, { ...viewer, role: 'member' })).rejects.toMatchObject({
    code: 'forbidden',
  })
})
