import { createServer } from 'node:net'
import { updateWorkspace } from '@signalpost/database/access'
import { platforms } from '@signalpost/domain'
import { noNetworks } from '@signalpost/runtime'
import { startWebsite, type Website } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { objectives, type Plan } from '@signalpost/website-analysis'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect } from 'vitest'
import type { Answer } from './test-support/check-answer.ts'
import { sendBody } from './test-support/send-body.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

const nordhaven = new URL('../../../packages/website-analysis/fixtures/nordhaven/', import.meta.url)
const products = ['FrostTrack', 'LaneGuard', 'Coldbook']
const phrases = [
  'cold chain monitoring',
  'temperature excursion',
  'data logger',
  'GDP compliance',
  'audit trail',
  'lane qualification',
  'clinical trial supply',
  'temperature mapping',
  'release decision',
  'mean kinetic temperature',
  'pharmaceutical wholesaler',
  'reefer trailer',
]
const menuWords = [
  ...[
    'Home',
    'Products',
    'Pricing',
    'Customers',
    'Blog',
    'About us',
    'Log in',
    'Book a demo',
    'How it works',
  ],
  ...['Integrations', 'Guide', 'Compare', 'FAQ', 'Contact', 'Careers', 'Privacy policy', 'Press kit'],
  ...['White papers', 'Cookie settings', 'newsletter', 'All rights reserved'],
]

let api: TestApi
let strict: { url: string; stop: () => Promise<void> }
let site: Website
let website: Website
let key = ''

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({
    databaseUrl: testDatabase.url,
    config: { crawlNetworks: { has: (address) => address === '127.0.0.1' } },
  })
  strict = await api.startAnother({ crawlNetworks: noNetworks })
  site = await startWebsite(nordhaven)
})

beforeEach(async () => {
  website = await startWebsite()
  key = await api.createKey({ scopes: ['listeners:analyse'] })
})

afterEach(async () => {
  await website.close()
  await sql`truncate analyses, analysis_calls`.execute(api.database)
  await updateWorkspace(api.database, 'org_one', { analysisAllowance: 100 })
})

afterAll(async () => {
  await strict.stop()
  await api.stop()
  await site.close()
})

const valid = { companyName: 'Nordhaven B.V.', objective: 'find_customers', sources: ['x'] }

function analyse(body: Record<string, unknown>, { url = api.url, headers = {} } = {}): Promise<Answer> {
  return sendBody('POST', `${url}/v1/listeners/analyse-website`, {
    key,
    body: { ...valid, ...body },
    headers,
  })
}

async function planOf(body: Record<string, unknown>): Promise<Plan> {
  const answer = await analyse(body)
  expect(answer.status, answer.text).toBe(200)
  // The answer was checked against its schema.
  return (answer.body as { plan: Plan }).plan
}

async function reservations(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer from analyses`.execute(api.database)
  return rows[0]?.count ?? 0
}

const unreadable = { message: 'The website could not be read.', code: 'website_unreadable' }

test('the plan of a website holds its products and phrases, none of its menu words, and a query in the syntax of each source', async () => {
  const plan = await planOf({ website: site.url, sources: platforms })
  expect(plan).toMatchObject({ mode: 'market', objective: 'find_customers', limited: false })
  expect(plan.keywords).toEqual(expect.arrayContaining(products))
  const keywords = plan.keywords.join('\n').toLowerCase()
  const held = phrases.filter((phrase) => keywords.includes(phrase.toLowerCase()))
  expect(held.length, `only ${held.join(', ')}`).toBeGreaterThanOrEqual(8)
  const all = [...plan.keywords, ...plan.exclusions, ...plan.queries.map(({ query }) => query)].join('\n')
  expect(menuWords.filter((word) => new RegExp(`\\b${word}\\b`, 'i').test(all))).toEqual([])

  const syntax: Record<(typeof platforms)[number], RegExp> = {
    x: /^\("[^"]+"( OR "[^"]+")+\) \("[^"]+"( OR "[^"]+")+\) lang:en -filter:replies/,
    linkedin: /^\("[^"]+"( OR "[^"]+")+\) AND \(.+\) NOT \(.+\)$/,
    facebook: /^"[^"]+" [a-z ]+$/,
    reddit: /^\((title:"[^"]+"|subreddit:\w+)( OR (title:"[^"]+"|subreddit:\w+))*\) AND \(/,
    hackernews: /^("Ask HN" )?"[^"]+"( -\w+)?$/,
    linkedin_jobs: /^\("[^"]+"( OR "[^"]+")+\) AND \("[^"]+".*\) NOT \(/,
    indeed: /^title:\("[^"]+"( or "[^"]+")+\) \("[^"]+".*\) -intern$/,
    ashby: /^site:jobs\.ashbyhq\.com \("/,
    greenhouse: /^\(site:boards\.greenhouse\.io OR site:job-boards\.greenhouse\.io\) \("/,
    lever: /^site:jobs\.lever\.co \("/,
    google_reviews: /^[a-z ]+ in [A-Z]\w+$/,
    g2: /^(SensoLog|ThermoVault)$/,
    trustpilot: /^(SensoLog|ThermoVault|Nordhaven)$/,
    youtube: /^intitle:"[^"]+"$|^\("[^"]+"( \| "[^"]+")+\) \(review \|/,
  }
  for (const platform of platforms) {
    const queries = plan.queries.filter(({ source }) => source === platform)
    expect(queries.length, platform).toBeGreaterThan(0)
    for (const { query } of queries) expect(query).toMatch(syntax[platform])
  }
})

test('the plan of a website has a profile by its objective, in which no list is empty', async () => {
  key = await api.createKey({ scopes: ['listeners:analyse'] })
  const plans = new Map<string, Plan>()
  for (const objective of objectives) {
    if (plans.size === 3) key = await api.createKey({ scopes: ['listeners:analyse'] })
    const custom = { customObjective: 'Hospitals that throw away vaccines after a power failure' }
    plans.set(
      objective,
      await planOf({ website: site.url, objective, ...(objective === 'custom' && custom) }),
    )
  }
  for (const [objective, plan] of plans) {
    expect(plan.objective).toBe(objective)
    for (const list of [plan.keywords, plan.exclusions, plan.queries, ...Object.values(plan.profile)]) {
      expect(list.length, objective).toBeGreaterThan(0)
    }
  }
  const profiles = Object.fromEntries(
    [...plans].map(([name, { mode, profile }]) => [name, { mode, profile }]),
  )
  const market = {
    mode: 'market',
    profile: { targetRoles: expect.arrayContaining(['Quality Manager', 'Fleet Manager']) },
  }
  expect(profiles).toEqual({
    find_customers: market,
    find_competitors: market,
    find_partnerships: market,
    custom: market,
    find_dissatisfaction: {
      mode: 'rivals',
      profile: {
        rivals: ['SensoLog', 'ThermoVault'],
        painVocabulary: expect.arrayContaining(['missing signatures']),
      },
    },
    find_local_prospects: {
      mode: 'places',
      profile: {
        categories: expect.arrayContaining(['pharmacy', 'wholesaler']),
        locations: expect.arrayContaining(['Rotterdam', 'Lyon', 'Gdansk']),
      },
    },
  })
  expect(plans.get('custom')?.keywords.join()).toContain('power failure')
})

test('the plan of a website is made from the description alone where the caller accepts that, without a connection', async () => {
  const description =
    'We rent espresso machines to hotels and law firms in Vienna and Graz. Coffee machine rental with daily service.'
  const before = website.connections()
  const plan = await planOf({
    website: website.url,
    description,
    acceptLimited: true,
    objective: 'find_local_prospects',
  })
  expect(plan).toMatchObject({
    mode: 'places',
    limited: true,
    profile: {
      categories: expect.arrayContaining(['hotel', 'law firm']),
      locations: expect.arrayContaining(['Vienna', 'Graz']),
    },
  })
  expect(plan.keywords.join()).toContain('espresso machines')
  expect(website.connections()).toBe(before)
})

test("a language model betters the plan where there is one, at the operator's address, which is not guarded", async () => {
  const content = JSON.stringify({ keywords: ['better term'], exclusions: [], queries: [], profile: {} })
  website.on('/v1/chat/completions', (_, response) =>
    response.end(JSON.stringify({ choices: [{ message: { content } }] })),
  )
  const languageModel = { url: `${website.url}/v1`, key: 'sk-secret', model: undefined }
  const process = await api.startAnother({ languageModel, crawlNetworks: noNetworks })
  const answer = await limited(process)
  await process.stop()
  expect(answer.body).toMatchObject({ plan: { keywords: ['better term'], limited: true } })
})

test('a website that is not read is the same 422 for every spelling of an internal address, and is not connected to', async () => {
  const { port } = website
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '127.0.0.1.',
    '①②⑦.0.0.1',
  ]
  const names = [
    'localhost',
    'localhost.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '0.0.0.0',
  ]
  const others = [
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    `http://user@127.0.0.1:${port}/`,
  ]
  const addresses = [...hosts, ...names].flatMap((host) => [`http://${host}:${port}/`, `${host}:${port}`])
  for (const [index, address] of [...addresses, ...others].entries()) {
    if (index % 5 === 0) key = await api.createKey({ scopes: ['listeners:analyse'] })
    const answer = await analyse({ website: address }, strict)
    expect([address, answer.status, answer.body]).toEqual([address, 422, unreadable])
  }
  expect(website.connections()).toBe(0)
})

test('a website that is not read is not followed to an internal address', async () => {
  let connections = 0
  const inside = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => inside.listen(website.port, '127.0.0.2', resolve))
  const to = (location: string) => (path: string) =>
    website.on(path, (_, response) => response.writeHead(302, { location }).end())
  to(`http://127.0.0.2:${website.port}/`)('/direct')
  to('/direct')('/twice')
  website.on('/robots.txt', (_, response) => response.writeHead(404).end())
  for (const path of ['/direct', '/twice']) {
    expect(await analyse({ website: website.url + path })).toMatchObject({ status: 422, body: unreadable })
  }
  expect(connections).toBe(0)
  inside.close()
})

test.each([
  ['says too little', (site: Website) => site.on('/', (_, response) => html(response, '<h1>Hello</h1>'))],
  ['is not there', () => undefined],
  ['is forbidden', (site: Website) => site.on('/', (_, response) => response.writeHead(403).end())],
  ['is no HTML', (site: Website) => site.on('/', (_, response) => response.end('{}'))],
  [
    'forbids it',
    (site: Website) => {
      site.on('/robots.txt', (_, response) => response.end('User-agent: signalpost\nDisallow: /'))
      site.on('/', (_, response) => html(response, `<p>${'words '.repeat(100)}</p>`))
    },
  ],
])('a website that is not read is the same 422 when it %s', async (_, prepare) => {
  prepare(website)
  expect(await analyse({ website: website.url })).toMatchObject({ status: 422, body: unreadable })
  expect(await reservations()).toBe(0)
})

test('a website that is not read answers the same 422 when no server listens or the name is unknown', async () => {
  expect(await analyse({ website: 'http://127.0.0.1:1/' })).toMatchObject({ status: 422, body: unreadable })
  expect(await analyse({ website: 'no-such-host.invalid' })).toMatchObject({
    status: 422,
    body: unreadable,
  })
  expect(await reservations()).toBe(0)
})

test('a hostile website holds up no other request, and ends as a plan of what it says', async () => {
  const menu = Array.from({ length: 20_000 }, (_, index) => `<a href="/m">label ${index}</a>`).join('')
  const body = (name: string) => `<nav>${menu}</nav>
      <p>See <a href="/${name}/compare/kk${'-'.repeat(80)}qq">more</a>, <a href="/b">b</a>, <a href="/c">c</a>.</p>
      <p>Our kk${'-'.repeat(40)}x sells ${name} pumps to plants, and ${name} pumps to farms that need ${name} pumps.</p>
      <p>We sell ${name} pumps and ${name} valves with service contracts for every plant in the whole country.</p>`
  for (const name of ['a', 'b', 'c']) {
    website.on(name === 'a' ? '/' : `/${name}`, (_, response) => html(response, body(`${name}aa`)))
  }
  let hasEnded = false
  const work = analyse({ website: website.url }).finally(() => {
    hasEnded = true
  })
  let answers = 0
  while (!hasEnded) {
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
    answers += hasEnded ? 0 : 1
  }
  expect((await work).status).toBe(200)
  expect(answers).toBeGreaterThan(0)
})

test.each([
  ['companyName', { companyName: 'x' }],
  ['companyName', { companyName: 'x'.repeat(121) }],
  ['companyName', { companyName: ' a ' }],
  ['companyName', { companyName: ['ab'] }],
  ['website', { website: '' }],
  ['website', { website: 'ftp://example.com' }],
  ['website', { website: 'file:///etc/passwd' }],
  ['website', { website: 'http://' }],
  ['website', { website: '//example.com' }],
  ['website', { website: '/example.com' }],
  ['website', { website: 'mailto:ada@example.com' }],
  ['website', { website: 'ada@example.com' }],
  ['website', { website: '?example.com' }],
  ['website', { website: 'http://[::1' }],
  ['website', { website: 'exa mple.com' }],
  ['website', { website: `https://example.com/${'x'.repeat(2_048)}` }],
  ['website', { website: null }],
  ['objective', { objective: 'find_friends' }],
  ['sources', { sources: [] }],
  ['sources', { sources: ['x', 'x'] }],
  ['sources.0', { sources: ['myspace'] }],
  ['customObjective', { objective: 'custom' }],
  ['customObjective', { objective: 'custom', customObjective: '  ' }],
  ['customObjective', { customObjective: 'x'.repeat(501) }],
  ['description', { acceptLimited: true }],
  ['description', { acceptLimited: true, description: ' ' }],
  ['description', { description: 'x'.repeat(2_001) }],
  ['acceptLimited', { acceptLimited: 'true' }],
  ['colour', { colour: 'blue' }],
])('input is refused by the name of what is wrong: %s', async (path, wrong) => {
  const answer = await analyse({ website: site.url, ...wrong })
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path }] })
})

test('input is not counted when it is refused', async () => {
  for (let call = 0; call < 8; call += 1) expect((await analyse({ companyName: 'x' })).status).toBe(400)
  expect((await limited()).status).toBe(200)
})

test('input is taken at its limits', async () => {
  const answer = await analyse({
    companyName: 'x'.repeat(120),
    website: 'example.com',
    objective: 'custom',
    customObjective: 'c'.repeat(500),
    description: 'd'.repeat(2_000),
    acceptLimited: true,
  })
  expect(answer.status).toBe(200)
})

/** A call that needs no website. */
function limited(options: Parameters<typeof analyse>[1] = {}): Promise<Answer> {
  const description = 'Payroll software for construction companies.'
  return analyse({ website: 'example.com', acceptLimited: true, description }, options)
}

describe('counting', () => {
  test('lets five calls of a key through in an hour, over all processes, whatever becomes of them', async () => {
    const urls = [api.url, strict.url]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => limited({ url: urls[index % 2] ?? api.url })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({ code: 'rate_limited' })
    const retryAfter = Number(refused?.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(3_500)
    expect(retryAfter).toBeLessThanOrEqual(3_600)
  })

  test('never exceeds the allowance, gives back what did not succeed, and says what is used', async () => {
    await updateWorkspace(api.database, 'org_one', { analysisAllowance: 3 })
    const lost = await Promise.all([1, 2].map(() => analyse({ website: 'http://127.0.0.1:1/' })))
    expect(lost.map(({ status }) => status)).toEqual([422, 422])

    const keys = await Promise.all(
      Array.from({ length: 8 }, () => api.createKey({ scopes: ['listeners:analyse'] })),
    )
    const answers = await Promise.all(
      keys.map((one, index) => {
        key = one
        return limited({ url: index % 2 === 0 ? api.url : strict.url })
      }),
    )
    const done = answers
      .filter(({ status }) => status === 200)
      .map(({ body }) => (body as { usage: unknown }).usage)
    const now = new Date()
    const resetsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString()
    expect(done).toHaveLength(3)
    expect(done).toContainEqual({ allowance: 3, used: 3, resetsAt })
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({ code: 'allowance_exhausted' })
    const untilReset = (Date.parse(resetsAt) - Date.now()) / 1000
    expect(Math.abs(Number(refused?.headers.get('retry-after')) - untilReset)).toBeLessThan(30)
  })

  test('gives the allowance back, and asks for nothing more, when the caller goes away', async () => {
    const abort = new AbortController()
    website.on('/', (request) => {
      request.socket.on('close', () => (isClosed = true))
      abort.abort()
    })
    let isClosed = false
    const sending = fetch(`${api.url}/v1/listeners/analyse-website`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ ...valid, website: website.url }),
      signal: abort.signal,
    })
    await expect(sending).rejects.toThrow()
    await expect.poll(() => isClosed).toBe(true)
    await expect.poll(reservations).toBe(0)
  })

  test('reads and counts once under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' }
    const before = site.asked.length
    const answers = await Promise.all([1, 2, 3].map(() => analyse({ website: site.url }, { headers })))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(site.asked.slice(before).filter((path) => path === '/')).toHaveLength(1)
    expect(await reservations()).toBe(1)
  })
})

function html(
  response: { setHeader: (name: string, value: string) => unknown; end: (text: string) => unknown },
  body: string,
): void {
  response.setHeader('content-type', 'text/html')
  response.end(`<html><body>${body}</body></html>`)
}
