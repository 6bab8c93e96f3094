import { expectLinear } from '@signalpost/testing'
import { describe, test } from 'vitest'
import { findSearch, platformDefinitions } from './index.ts'

const nowMs = Date.UTC(2026, 10, 20, 9)
const address = 'https://feeds.example/alerts.xml'

const pieces = [
  'a',
  ' ',
  '\n',
  '!',
  '<',
  '<p>',
  '<br',
  '&',
  '&#',
  '&amp;lt;',
  '"',
  '[',
  '{"a":',
  'a\u0301\u0316',
  '\ud800',
  '://',
  '日',
  'crm ',
]

/** A document in which every member that a platform may name says `text`. */
function documentOf(text: string): string {
  const names = 'title text body selftext comment_text description content name author url id created_at'
  const said = Object.fromEntries(names.split(' ').map((name) => [name, text]))
  const entry = { ...said, snippet: said, data: said, location: said, consumer: { displayName: text } }
  const entries = [
    { ...entry, objectID: '1', id: 't3_a', absolute_url: 'https://boards.example/acme/jobs/1' },
  ]
  return JSON.stringify({
    ...{ hits: entries, jobs: entries, items: entries, reviews: entries, meta: {} },
    ...{ data: { children: entries.map((data) => ({ data })) } },
  })
}

const feeds: [string, (text: string) => string][] = [
  [
    'RSS',
    (text) =>
      `<rss><channel><item><title>${text}</title><description>${text}</description><pubDate>${text}</pubDate></item></channel></rss>`,
  ],
  [
    'Atom',
    (text) => `<feed><entry><title>${text}</title><content type="html">${text}</content></entry></feed>`,
  ],
  [
    'JSON Feed',
    (text) =>
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        items: [{ id: text, url: text, title: text, content_html: text, date_published: text }],
      }),
  ],
  ['anything', (text) => text],
]

const searches = [
  ...platformDefinitions.flatMap(({ platform, search }) =>
    search === undefined
      ? []
      : [
          {
            name: `${platform}: documents`,
            search,
            board: search.needsBoard ? 'acme' : null,
            write: documentOf,
          },
          {
            name: `${platform}: anything`,
            search,
            board: search.needsBoard ? 'acme' : null,
            write: feeds[3]?.[1],
          },
        ],
  ),
  ...feeds.map(([name, write]) => ({
    ...{ name: `a feed: ${name}`, search: findSearch('linkedin', address), board: address, write },
  })),
]

describe('reading an answer takes time in proportion to its length', () => {
  test.each(searches)(
    '$name',
    async ({ search, board, write }) => {
      const request = search?.start({ query: '"a" b -c', board, sinceMs: 0, nowMs, cursor: null })
      if (search === undefined || request === undefined || 'refusal' in request) throw new Error('no search')
      for (const piece of pieces) {
        const input = (n: number) => write?.(piece.repeat(n)) ?? ''
        const run = (body: string) =>
          search.read({ status: 200, headers: {}, body, receivedAtMs: nowMs }, request)
        await expectLinear({ input, run, from: 512, upTo: 2_048 })
      }
    },
    60_000,
  )
})
