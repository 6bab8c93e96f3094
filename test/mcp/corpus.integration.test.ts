import { prompts, tools } from '@signalpost/assistants'
import { createLogger } from '@signalpost/runtime'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { type AssistantStage, stageAssistants } from '../../apps/api/src/test-support/assistant-stage.ts'
import { injectedPosts } from '../../packages/assistants/src/test-support/injected-posts.ts'

/** In every text of the posts. Nothing of ours says it. */
const mark = 'qzmark'
const orgId = 'org_one'
const lines: string[] = []
let stage: AssistantStage

test.beforeAll(async ({ testDatabase }) => {
  const logger = createLogger({
    name: 'api',
    level: 'trace',
    destination: { write: (line) => lines.push(line) },
  })
  stage = await stageAssistants(testDatabase.url, { logger })
  for (const [index, { text: post, accountKey }] of injectedPosts.entries()) {
    const text = `${mark} ${post}`
    // Keys take no text that no store takes.
    const key = text.toWellFormed().replaceAll('\u0000', '\ufffd')
    await stage.api.storeSignal({
      ...{ id: `post_${index}`, orgId, listenerId: 'lsn_1', urgency: 'immediate', relevanceScore: 90 },
      ...{ url: `https://evil.example/${mark}`, title: text, excerpt: text, author: text, rationale: text },
      ...{
        inferredNeed: text,
        situation: text,
        suggestedAngle: text,
        matchedKeywords: [text],
        themes: [text],
      },
      ...{ foundByQuery: text, recommendedAction: text, opportunity: text, titleKey: key, dedupeKey: key },
      subjectOrg: { name: text, location: text },
      accountKey: accountKey.startsWith('n:') ? `${accountKey} ${mark}` : accountKey,
    })
  }
})

afterAll(() => stage.stop())

/** A call of each tool that shows records. */
const calls: Record<string, object> = {
  whoami: {},
  what_needs_attention: {},
  find_signals: { limit: 50, detail: 'long' },
  get_signal: { id: 'post_1', include: 'timeline' },
  count_signals: { by: 'account' },
  find_accounts: { limit: 50, name: mark },
  get_account: { accountKey: 'd:xn--80ak6aa92e.example' },
  find_listeners: {},
  get_listener: { id: 'lsn_1' },
  find_deals: { accountKey: injectedPosts[0]?.accountKey },
  find_people_and_lists: {},
  assign_signal: { id: 'post_2', userId: 'me' },
  save_signal: { id: 'post_3', listName: 'Posts', create: true },
  write_note: { target: { type: 'signal', id: 'post_4' }, body: 'A note' },
  create_deals: { deals: [{ name: 'A deal', signalId: 'post_5', externalId: '1' }] },
  update_deal: { id: 'deal_1', stage: 'new', ownerId: null },
  analyse_website: {
    ...{ companyName: 'Acme', website: 'acme.example', objective: 'find_customers', sources: ['x'] },
    ...{ acceptLimited: true, description: mark },
  },
  export_pipeline: {},
}

/** Takes what is quoted out of an answer. */
function partsOf(answer: unknown): { quotes: string[]; rest: string } {
  const quotes: string[] = []
  const rest = JSON.stringify(answer, (name, inside) => {
    if (name !== 'quoted' && name !== 'derived') return inside
    quotes.push(JSON.stringify(inside, (member, text) => (member === 'url' ? undefined : text)))
    return undefined
  })
  return { quotes, rest }
}

test.for(tools)(
  '$name shows strangers in their place alone, and none of their links as one',
  async (tool) => {
    const given = calls[tool.name]
    expect(given).toBeDefined()
    const called = await stage.call(tool.name, given)
    expect(called.isError ?? false, JSON.stringify(called.content)).toBe(false)
    const { quotes, rest } = partsOf(called.structuredContent)
    expect(rest).not.toMatch(/qzmark|evil\.example|[Ii]gnor|SYSTEM|obey/)
    for (const quote of quotes) expect(quote).not.toMatch(/\]\(|\]:|<[a-z/!?]|!\[/i)
    const isAboutThem = [
      'what_needs_attention',
      'find_signals',
      'get_signal',
      'find_accounts',
      'get_account',
    ].includes(tool.name)
    expect(quotes.join().includes(mark)).toBe(isAboutThem)
  },
)

test('a refusal, a prompt, a completion, a resource and the list of tools repeat no stranger', async () => {
  const token = stage.admit()
  const ask = async (method: string, params: object) =>
    (await stage.post({ jsonrpc: '2.0', id: 1, method, params }, { token })).text()
  const texts = [
    ...(await Promise.all(
      ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'].map((each) =>
        ask(each, {}),
      ),
    )),
    ...(await Promise.all(
      prompts.map(({ name }) =>
        ask('prompts/get', { name, arguments: { signal: 'post_1', account: `n:${mark}`, listener: mark } }),
      ),
    )),
    ...(await Promise.all(
      tools.map(({ name }) =>
        ask('tools/call', {
          name,
          arguments: { id: `${mark} x`, [`${mark} x`]: 1, accountKey: mark, target: mark },
        }),
      ),
    )),
    await ask('tools/call', { name: mark, arguments: {} }),
    await ask('prompts/get', { name: mark }),
    await ask('resources/read', { uri: `signalpost://signals/${mark}` }),
    await ask(mark, {}),
    await ask('completion/complete', {
      ...{ ref: { type: 'ref/prompt', name: 'listener_health' }, argument: { name: 'listener', value: '' } },
    }),
  ]
  for (const text of texts) expect(text).not.toContain(mark)
})

test('no log line and no kept call repeats a stranger', async () => {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ calls: string; tools: number }>`
        select string_agg(to_jsonb(c)::text, '') as calls, count(distinct tool)::integer as tools
        from assistant_calls c`.execute(stage.api.database)
      return { hasMark: rows[0]?.calls.includes(mark), tools: rows[0]?.tools }
    })
    .toEqual({ hasMark: false, tools: tools.length })
  expect(lines.join('')).toContain('/mcp')
  expect(lines.join('')).not.toContain(mark)
})
