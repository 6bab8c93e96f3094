import { dayMs, minuteMs, type Platform } from '@signalpost/domain'
import { entityBomb } from '@signalpost/testing/platforms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSearch, platformDefinitions } from '../index.ts'
import type { PlatformAnswer } from '../search.ts'

const nowMs = Date.UTC(2026, 10, 20, 9)
const address = 'https://feeds.example/alerts.xml'

function read(
  body: string,
  { platform = 'linkedin' as Platform, query = '', sinceMs = 0, ...about }: Partial<Given> = {},
) {
  const search = findSearch(platform, address)
  const request = search?.start({ query, board: address, sinceMs, nowMs, cursor: null })
  if (search === undefined || request === undefined || 'refusal' in request) throw new Error('no search')
  return search.read({ status: 200, headers: {}, body, receivedAtMs: nowMs, ...about }, request)
}
type Given = PlatformAnswer & { platform: Platform; query: string; sinceMs: number }

function itemsOf(...given: Parameters<typeof read>) {
  const page = read(...given)
  if ('fault' in page) throw new Error(page.message)
  return page.items
}

function rss(items: string): string {
  return `<rss version="2.0"><channel><title>A</title>${items}</channel></rss>`
}

function rssItem(link: string, more = '<title>CRM</title>'): string {
  return `<item><link>${link}</link>${more}</item>`
}

test('refuses what is not the platform’s, and never takes another page for it', () => {
  const page = read(
    rss(rssItem('https://blog.example/crm') + rssItem('https://linkedin.com.evil.example/posts/1')),
  )
  expect(page).toMatchObject({
    items: [],
    dropped: [1, 2].map(() => ({ reason: 'its link does not lead to LinkedIn' })),
  })
})

test('says for how long a feed is to be left alone, at most a day, and nothing where that makes no sense', () => {
  const findRestMs = findSearch('linkedin', address)?.findRestMs
  const restOf = (ttl: string) => findRestMs?.(rss(`${ttl}${rssItem('https://www.linkedin.com/posts/a-1')}`))
  expect(restOf('<ttl>60</ttl>')).toBe(60 * minuteMs)
  expect(restOf('<ttl> 5 </ttl>')).toBe(5 * minuteMs)
  expect(restOf('<ttl>86400</ttl>')).toBe(dayMs)
  for (const ttl of ['', '<ttl/>', '<ttl>0</ttl>', '<ttl>-60</ttl>', '<ttl>soon</ttl>', '<ttl>NaN</ttl>']) {
    expect(restOf(ttl), ttl).toBeUndefined()
  }
  expect(
    findRestMs?.('{"version":"https://jsonfeed.org/version/1.1","title":"A","items":[]}'),
  ).toBeUndefined()
})

const links: [Platform, string, string | undefined][] = [
  ['x', 'https://twitter.com/a/status/12?s=20', 'x.com/i/web/status/12'],
  ['x', 'https://x.com/a', undefined],
  ['lever', 'https://jobs.eu.lever.co/Acme/ab-1/apply', 'jobs.eu.lever.co/acme/ab-1'],
  ['greenhouse', 'https://job-boards.greenhouse.io/Acme/jobs/7?gh_src=x', 'boards.greenhouse.io/acme/jobs/7'],
  ['ashby', 'https://jobs.ashbyhq.com/Acme/ab-1', 'jobs.ashbyhq.com/acme/ab-1'],
  ['linkedin_jobs', 'https://de.linkedin.com/jobs/view/buyer-at-acme-123', 'linkedin.com/jobs/view/123'],
  ['linkedin', 'https://www.linkedin.com/jobs/view/123', undefined],
  ['indeed', 'https://de.indeed.com/viewjob?jk=ab12&amp;from=rss', 'indeed.com/viewjob?jk=ab12'],
  ['facebook', 'https://m.facebook.com/groups/1/posts/2/', 'facebook.com/groups/1/posts/2'],
  [
    'g2',
    'https://www.google.com/url?rct=j&amp;url=https://www.g2.com/products/a/reviews/b',
    'g2.com/products/a/reviews/b',
  ],
]

test.each(links)('%s: %s', (platform, link, key) => {
  expect(itemsOf(rss(rssItem(link)), { platform }).map((item) => item.key)).toEqual(
    key === undefined ? [] : [key],
  )
})

test('an id that is used again hides no post, and a link that is there twice is one', () => {
  const same = '<guid>1</guid><title>CRM</title>'
  const items = [1, 2, 2].map((id) => rssItem(`https://linkedin.com/posts/${id}`, same))
  expect(itemsOf(rss(items.join(''))).map(({ key }) => key)).toEqual([
    'linkedin.com/posts/1',
    'linkedin.com/posts/2',
  ])
})

const lost = { publishedAt: '2026-11-05T09:00:00.000Z', approximateDate: true }
const dates: [string, object][] = [
  ['Fri, 20 Nov 2026 08:00:00 GMT', { publishedAt: '2026-11-20T08:00:00.000Z' }],
  ['Fri, 20 Nov 2026 10:00:00 +02:00', { publishedAt: '2026-11-20T08:00:00.000Z' }],
  ['Fri, 20 Nov 2093 08:00:00 GMT', lost],
  ['Thu, 01 Jan 1970 00:00:00 GMT', lost],
  ['yesterday', lost],
  ['', {}],
]

test.each(dates)('a post with the date "%s" is never newer than it says', (date, expected) => {
  const more = `<title>a</title><pubDate>${date}</pubDate>`
  const [item] = itemsOf(rss(rssItem('https://linkedin.com/posts/1', more)), { sinceMs: nowMs - dayMs })
  const { publishedAt, approximateDate } = item ?? {}
  expect({ publishedAt, approximateDate }).toEqual({
    publishedAt: undefined,
    approximateDate: undefined,
    ...expected,
  })
})

const updates: [string, object | undefined][] = [
  ['2026-11-20T08:00:00Z', lost],
  ['2026-10-01T08:00:00Z', { publishedAt: '2026-10-01T08:00:00.000Z', approximateDate: true }],
  ['2026-09-01T08:00:00Z', undefined],
  ['soon', lost],
]

test.each(updates)('a post that was only updated, at %s, is never new', (updated, expected) => {
  const entry = `<entry><title>a</title><link href="https://linkedin.com/posts/1"/><updated>${updated}</updated></entry>`
  const [item] = itemsOf(`<feed xmlns="http://www.w3.org/2005/Atom">${entry}</feed>`, {
    sinceMs: nowMs - 60 * dayMs,
  })
  if (expected === undefined) expect(item).toBeUndefined()
  else expect(item).toMatchObject(expected)
})

test('takes the newest of too many entries in any order, and drops what is too old', () => {
  const entries = Array.from({ length: 1_200 }, (_, id) => {
    const date = new Date(nowMs - (1_200 - id) * minuteMs).toUTCString()
    return rssItem(`https://linkedin.com/posts/${id}`, `<title>a</title><pubDate>${date}</pubDate>`)
  })
  const items = itemsOf(rss(entries.join('')))
  expect(items).toHaveLength(1_000)
  expect(items.map(({ key }) => key)).toContain('linkedin.com/posts/1199')
  expect(itemsOf(rss(entries.join('')), { sinceMs: nowMs - 10.5 * minuteMs })).toHaveLength(10)
})

const deep = 60
const dangers = [
  ['declares entities', entityBomb],
  ['declares entities', '<!-- a --><!DOCTYPE rss SYSTEM "a" [ ]><rss/>'],
  ['nested deeper', rss('<a>'.repeat(deep))],
  ['nested deeper', `{"items":${'['.repeat(deep)}`],
  ['is no feed', '<html><body>maintenance</body></html>'],
  ['is no feed', 'null'],
]

test.each(dangers)('refuses what %s', (said, body) => {
  const page = read(body)
  expect(page).toMatchObject({ fault: 'broken', message: expect.stringContaining(said) })
})

test('elements that HTML leaves open do not count as nested', () => {
  const open = '<br>x<p>x<li>x'.repeat(200)
  const items = `<item><link>https://linkedin.com/posts/1</link><description>CRM ${open}</description></item>`
  expect(itemsOf(rss(items.repeat(3)))).toHaveLength(1)
  const unclosed = '<item><link>https://linkedin.com/posts/1</link><description>CRM <b>x</description></item>'
  expect(itemsOf(rss(unclosed.repeat(100)))).toHaveLength(1)
})

test('a type without declarations, and what looks like one within a text, do no harm', () => {
  const text = '<title><![CDATA[<!DOCTYPE a [<!ENTITY b "c">]> CRM]]></title>'
  const type = '<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://a.example/rss.dtd">'
  expect(itemsOf(type + rss(rssItem('https://linkedin.com/posts/1', text)))).toHaveLength(1)
})

test('says what a status means', () => {
  expect(read('', { status: 410 })).toMatchObject({ fault: 'gone' })
  expect(read('', { status: 429, headers: { 'retry-after': '90' } })).toMatchObject({
    ...{ fault: 'throttled', retryAfterMs: 90_000 },
  })
})

test('reads anything without throwing', () => {
  const piece = fc.constantFrom(
    ...'<rss><item><link>https://linkedin.com/a|</|<![CDATA[|]]>|<!--|"|>|&#0;|{"version":"https://jsonfeed.org/version/1","items":[|{"id":1}|]}'.split(
      '|',
    ),
  )
  const body = fc.oneof(
    fc.array(fc.oneof(piece, fc.string({ unit: 'binary' })), { maxLength: 9 }).map((all) => all.join('')),
    fc.json(),
  )
  fc.assert(
    fc.property(body, (text) => {
      expect(read(text)).toBeTypeOf('object')
    }),
  )
})

test('a platform without a feed has none, and an address has no user', () => {
  expect(
    platformDefinitions.filter(({ feed }) => feed === undefined).map(({ platform }) => platform),
  ).toEqual([...['reddit', 'hackernews', 'google_reviews', 'trustpilot', 'youtube']])
  expect(findSearch('reddit', address)).toBeUndefined()
  const start = (board: string) =>
    findSearch('x', board)?.start({ query: '', board, sinceMs: 0, nowMs, cursor: null })
  for (const board of ['https://me:pw@feeds.example', 'https://a.example/#b', 'https://']) {
    expect(start(board), board).toHaveProperty('refusal')
  }
})
