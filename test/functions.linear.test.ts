import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyHistory, judge, priorWeights } from '@signalpost/judge'
import { describe, expect, test } from 'vitest'
import { findSlowShape } from './support/expressions/find-slow-text.ts'
import { parseSource } from './support/expressions/parse-source.ts'
import { generalTexts } from './support/expressions/worst-texts.ts'

const root = join(import.meta.dirname, '..')
const folders = [
  ...['channels', 'judge', 'language-model', 'platforms', 'searching', 'website-analysis'].map(
    (name) => `packages/${name}/src`,
  ),
  ...['alerts', 'input', 'searching', 'strangers'].map((name) => `packages/domain/src/${name}`),
]

const url = new URL('https://example.com/')
/** What functions get besides the text, by file and name. */
const others: Record<string, unknown[]> = {
  'packages/channels/src/derive-id.ts deriveId': [{ text: 'a', at: 'b' }],
  'packages/channels/src/http/template.ts fillTemplate': [{}, { escaping: 'json', mostBytes: 1_000_000 }],
  'packages/channels/src/slack/blocks.ts bold': [2_000],
  'packages/channels/src/slack/blocks.ts findLink': ['label'],
  'packages/channels/src/slack/blocks.ts run': [2_000],
  'packages/channels/src/test-notice.ts testNotice': ['2026-11-20T09:00:00.000Z'],
  'packages/channels/src/text/cut-text.ts cutAt': [1_000],
  'packages/channels/src/text/cut-text.ts cutText': [1_000],
  'packages/channels/src/text/escape-and-cut.ts escapeAndCut': [1_000],
  'packages/domain/src/input/compose-text.ts composeText': ['NFKC'],
  'packages/domain/src/searching/near-text.ts areNearHashes': ['0123456789abcdef'],
  'packages/domain/src/searching/near-text.ts nearText': ['a b c d e f'],
  'packages/domain/src/searching/near-text.ts simhashDistance': ['0123456789abcdef'],
  'packages/platforms/src/feeds/read-feed.ts readFeed': ['https://example.com/feed'],
  'packages/platforms/src/platforms/reddit/reddit-posts.ts listingRequest': [{}, { state: null }],
  'packages/platforms/src/platforms/x/x-posts.ts callOf': [{}, { state: null, cost: 1 }],
  'packages/platforms/src/reading/match-query.ts reasonAgainst': [{ wanted: [['crm']], unwanted: ['lunch'] }],
  'packages/website-analysis/src/crawl/page-url.ts findPageUrl': [url],
  'packages/website-analysis/src/crawl/read-items.ts readItems': [{ most: 20 }],
  'packages/website-analysis/src/crawl/read-page.ts readPage': [url],
  'packages/website-analysis/src/crawl/robots.ts parseRobots': ['Signalpost'],
  'packages/website-analysis/src/plan/is-own-name.ts isOwnName': [
    { company: 'Acme', domain: 'acme.example' },
  ],
  'packages/website-analysis/src/plan/languages.ts intentsIn': ['find_customers'],
  'packages/website-analysis/src/text/stop-words.ts isStopWord': ['en'],
  'packages/website-analysis/src/text/word-sequences.ts saysAny': [new Set(['a b'])],
}
/** They connect to what the text names. */
const connecting = new Set([
  'packages/channels/src/email/open-transport.ts openTransport',
  'packages/channels/src/email/send-mail.ts createMailSender',
  'packages/website-analysis/src/crawl/crawl-website.ts crawlWebsite',
])

type Parameter = { type: string; typeAnnotation?: { typeAnnotation?: { type: string } }; optional?: boolean }
type TextFunction = { file: string; name: string; needed: number }

/** Returns the exported functions of a file whose first parameter is a text. */
function textFunctionsOf(file: string): TextFunction[] {
  return parseSource(readFileSync(join(root, file), 'utf8')).body.flatMap((statement) => {
    // The cast: the shape of a syntax tree, as its parser documents it.
    const { declaration } = statement as {
      declaration?: { type: string; id: { name: string }; params: Parameter[] }
    }
    if (declaration?.type !== 'FunctionDeclaration') return []
    const [first, ...rest] = declaration.params
    if (first?.typeAnnotation?.typeAnnotation?.type !== 'TSStringKeyword') return []
    const needed = rest.filter(({ type, optional }) => type !== 'AssignmentPattern' && optional !== true)
    return [{ file, name: declaration.id.name, needed: needed.length }]
  })
}

const functions = folders
  .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
  .filter((file) => !/\.test\.ts$|\/test-support\//.test(file))
  .toSorted()
  .flatMap(textFunctionsOf)
  .filter(({ file, name }) => !connecting.has(`${file} ${name}`))

test('what functions get besides a text is known', () => {
  const needing = functions.filter(({ needed }) => needed > 0).map(({ file, name }) => `${file} ${name}`)
  expect(Object.keys(others).toSorted()).toEqual(needing.toSorted())
})

describe('a function takes time in proportion to its text', () => {
  test.each(functions.map((one) => [`${one.file} ${one.name}`, one] as const))(
    '%s',
    async (title, { file, name }) => {
      // The cast: the function was found there.
      const module = (await import(join(root, file))) as Record<string, (...given: unknown[]) => unknown>
      const run = (text: string): void => {
        try {
          const result = module[name]?.(text, ...(others[title] ?? []))
          // Generators read while they are asked.
          if (typeof result === 'object' && result !== null && 'next' in result) Array.from(result as never)
        } catch {
          // Refused, as it may be: only the time counts here.
        }
      }
      expect(await findSlowShape(generalTexts(), run)).toBeUndefined()
    },
    60_000,
  )
})

test('judging takes time in proportion to a post', async () => {
  const listener = {
    ...{
      mode: 'market',
      objective: 'find_customers',
      keywords: ['crm', 'help desk'],
      exclusions: ['giveaway'],
    },
    ...{ sensitivity: 'balanced', profile: { targetRoles: ['Head of Sales'] } },
  } as const
  const given = { nowMs: 0, history: emptyHistory(), weights: priorWeights() }
  const run = (text: string): unknown => {
    const item = {
      platform: 'hackernews',
      key: 'a',
      url: 'https://a.example/',
      title: 'A CRM',
      text: `crm ${text}`,
    }
    const found = { ...item, coverage: 'full_text', foundByQuery: 'crm' } as const
    // The cast: plain lists, where the judge only reads.
    return judge({ ...given, item: found, listener } as unknown as Parameters<typeof judge>[0])
  }
  expect(await findSlowShape(generalTexts(), run)).toBeUndefined()
}, 60_000)
