import { writeEvents } from '@signalpost/database/records'
import { instantOf } from '@signalpost/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChannelAct } from '../channel/create-channel.ts'
import { performAct } from '../perform-act.ts'
import type { CaseServices } from '../test-support/act-case.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import { previewRuleRead } from './preview-rule.ts'

const orgId = 'org_one'
const token = 'hook-0123456789'
const title = 'Which CRM <b>do</b> you use?'
let services: CaseServices
let close: () => Promise<void>
let mail: string
let hook: string

beforeAll(async () => {
  ;({ services, close } = await openServices())
  await addWorkspace(services, orgId)
  mail = await addChannel('email', { settings: { to: ['sales@example.com'] } })
  hook = await addChannel('webhook', { settings: { url: `https://hooks.example/${token}` } })
})

afterAll(() => close())

async function addChannel(kind: string, input: object): Promise<string> {
  const { channelId } = await performAct(services, {
    caller: admin,
    act: createChannelAct,
    input: { orgId, kind, name: kind, settings: {}, secrets: {}, ...input },
  })
  return channelId
}

async function store(id: string, urgency: string): Promise<void> {
  const at = instantOf(services.nowMs())
  const signal = {
    ...{ id, orgId, listenerId: 'lsn_1', source: 'reddit', url: 'https://example.com/', title, urgency },
    ...{ excerpt: 'We need one by May.', postedAt: at, firstSeenAt: at, relevanceScore: 80 },
    ...{ classification: 'relevant', rationale: 'They ask for it.', matchedKeywords: [] },
  }
  const event = { orgId, idPrefix: 'svc_' as const, type: 'signal.created', dataAt: () => ({ signal }) }
  await services.database
    .transaction()
    .execute((transaction) => writeEvents(transaction, [event], { nowMs: services.nowMs() }))
}

const previewAll = (definition: object, position?: number) => {
  const input = { orgId, name: 'Hot leads', definition, position }
  return previewRuleRead.perform(services, { caller: admin, input })
}
const preview = async (definition: object, position?: number) =>
  (await previewAll(definition, position)).message

test('a draft shows its newest message as the first of its channels would get it', async () => {
  expect(await preview({ channels: [mail] })).toBeNull()
  await store('sig_old', 'high')
  await store('sig_new', 'high')
  const shown = await preview({ channels: [mail, hook] }, 1)
  expect(shown).toMatchObject({
    channelId: mail,
    request: { subject: expect.stringContaining('Which CRM do you use?') },
    text: {
      kind: 'alert',
      origin: 'Rule: Hot leads',
      items: [{ signalId: 'sig_new', title: 'Which CRM do you use?', quote: 'We need one by May.' }],
    },
  })
  expect(shown?.request?.body).toContain('We need one by May.')
  // The rule of a new workspace takes it before a rule that comes last.
  expect(await preview({ channels: [mail, hook] })).toEqual(shown)
})

test("a message has its times in the rule's zone, as the one that is sent", async () => {
  const factsIn = async (timeZone: string) =>
    (await preview({ channels: [mail], timeZone }, 1))?.text?.items[0]?.facts
  expect(await factsIn('Asia/Kolkata')).toMatch(/posted [\d-]+ [\d:]+ Asia\/Kolkata$/)
  expect(await factsIn('UTC')).toMatch(/UTC$/)
})

test('a channel for programs shows the body that they get, and no secret', async () => {
  const shown = await preview({ channels: [hook, mail] }, 1)
  expect(shown).toMatchObject({ channelId: hook, request: { subject: null, method: 'POST' } })
  expect(JSON.parse(shown?.request?.body ?? '')).toMatchObject({
    data: { ruleId: 'draft', signal: { title } },
  })
  expect(JSON.stringify(shown)).not.toContain(token)
})

test('signals are counted once, alerts for each channel', async () => {
  const first = await previewAll({ channels: [mail, hook] }, 1)
  expect(first).toMatchObject({ signals: 2, matching: 2, earlier: 0, sent: 4 })
  expect(first.examples.map(({ signalId, channelIds }) => [signalId, channelIds.toSorted()])).toEqual([
    ['sig_new', [mail, hook].toSorted()],
    ['sig_old', [mail, hook].toSorted()],
  ])
  // The rule of a new workspace takes both.
  const last = await previewAll({ channels: [mail, hook] })
  expect(last).toMatchObject({ signals: 2, matching: 2, earlier: 2, sent: 0, examples: [] })
})

test('a rule that matches nothing has no message', async () => {
  expect(await preview({ channels: [mail], conditions: { minScore: 99 } })).toBeNull()
})
