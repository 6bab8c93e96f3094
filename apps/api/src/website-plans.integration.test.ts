import { createSecretBox } from '@signalpost/database'
import { createConnection } from '@signalpost/database/searching'
import { platforms } from '@signalpost/domain'
import { noNetworks } from '@signalpost/runtime'
import { objectives, type Plan } from '@signalpost/website-analysis'
import { expect, test } from 'vitest'
import { stageAnalyses } from './test-support/stage-analyses.ts'

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

const stage = stageAnalyses()
const { analyseText, planOf } = stage

test('the plan of a website holds its products and phrases, none of its menu words, and a query in the syntax of each source', async () => {
  const plan = await planOf({ website: stage.site.url, sources: platforms })
  expect(plan).toMatchObject({ mode: 'market', objective: 'find_customers', limited: false })
  expect(plan.keywords).toEqual(expect.arrayContaining(products))
  const keywords = plan.keywords.join('\n').toLowerCase()
  const held = phrases.filter((phrase) => keywords.includes(phrase.toLowerCase()))
  expect(held.length, `only ${held.join(', ')}`).toBeGreaterThanOrEqual(8)
  const texts = [...plan.keywords, ...plan.exclusions, ...plan.queries.map(({ query }) => query)]
  // What people write who weigh a rival is no menu.
  const all = texts.join('\n').replaceAll(/(?:SensoLog|ThermoVault) pricing/g, '')
  expect(menuWords.filter((word) => new RegExp(`\\b${word}\\b`, 'i').test(all))).toEqual([])

  const syntax: Record<(typeof platforms)[number], RegExp> = {
    x: /^\("[^"]+"( OR "[^"]+")+\) (\("[^"]+"( OR "[^"]+")+\) )?lang:en -filter:replies/,
    linkedin: /^\("[^"]+"( OR "[^"]+")+\) AND \(.+\) NOT \(.+\)$/,
    facebook: /^"[^"]+" [a-z ]+$/,
    reddit:
      /^\((title:"[^"]+"|subreddit:\w+)( OR (title:"[^"]+"|subreddit:\w+))*\) (AND \(|NOT )|^\("[^"]+"( OR "[^"]+")+\) NOT /,
    hackernews: /^("Ask HN" )?"[^"]+"( -\w+)?$/,
    linkedin_jobs: /^\("[^"]+"( OR "[^"]+")+\) AND \("[^"]+".*\) NOT \(/,
    indeed: /^title:\("[^"]+"( or "[^"]+")+\) \("[^"]+".*\) -intern$/,
    ashby: /^site:jobs\.ashbyhq\.com \("/,
    greenhouse: /^\(site:boards\.greenhouse\.io OR site:job-boards\.greenhouse\.io\) \("/,
    lever: /^site:jobs\.lever\.co \("/,
    google_reviews: /^[a-z ]+ in [A-Z]\w+$/,
    g2: /^(SensoLog|ThermoVault)$/,
    trustpilot: /^(SensoLog|ThermoVault|Nordhaven)$/,
    youtube: /^intitle:"[^"]+"$|^\("[^"]+"( \| "[^"]+")+\)( \(review \||$)/,
  }
  for (const platform of platforms) {
    const queries = plan.queries.filter(({ source }) => source === platform)
    expect(queries.length, platform).toBeGreaterThan(0)
    for (const { query } of queries) expect(query).toMatch(syntax[platform])
  }
})

test('a query on a platform that the workspace has not connected says what to do, until it is connected', async () => {
  const sources = ['hackernews', 'youtube', 'x']
  const runnable = async () => {
    const { queries } = await planOf({ website: stage.site.url, sources })
    return new Map(queries.map(({ source, runnable, reason }) => [source, { runnable, reason }]))
  }
  const before = await runnable()
  expect(before.get('hackernews')).toEqual({ runnable: true })
  expect(before.get('youtube')).toEqual({
    runnable: false,
    reason: expect.stringContaining('--api-key-file FILE'),
  })
  expect(before.get('x')).toEqual({
    runnable: false,
    reason: expect.stringContaining('--bearer-token-file FILE'),
  })
  const connection = { orgId: 'org_one', baseUrl: null, budget: null }
  const { database } = stage.api
  const secretBox = createSecretBox(Buffer.alloc(32, 1))
  await createConnection(database, secretBox, {
    ...connection,
    platform: 'youtube',
    secrets: { apiKey: 'k' },
  })
  await createConnection(database, secretBox, { ...connection, platform: 'x', secrets: { bearerToken: 't' } })
  const after = await runnable()
  expect(after.get('youtube')).toEqual({ runnable: true })
  // X bills what is read: a connection without a budget reads nothing.
  expect(after.get('x')).toMatchObject({ runnable: false })
})

test('the plan of a website has a profile by its objective, in which no list is empty', async () => {
  stage.key = await stage.newKey()
  const plans = new Map<string, Plan>()
  for (const objective of objectives) {
    if (plans.size === 3) stage.key = await stage.newKey()
    const custom = { customObjective: 'Hospitals that throw away vaccines after a power failure' }
    plans.set(
      objective,
      await planOf({ website: stage.site.url, objective, ...(objective === 'custom' && custom) }),
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
  const before = stage.website.connections()
  const plan = await planOf({
    website: stage.website.url,
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
  expect(stage.website.connections()).toBe(before)
})

test("a language model betters the plan where there is one, at the operator's address, which is not guarded", async () => {
  const content = JSON.stringify({ keywords: ['better term'], exclusions: [], queries: [], profile: {} })
  stage.website.on('/v1/chat/completions', (_, response) =>
    response.end(JSON.stringify({ choices: [{ message: { content } }] })),
  )
  const languageModel = {
    url: `${stage.website.url}/v1`,
    key: 'sk-secret',
    model: undefined,
    dailyCalls: 0,
    proxy: undefined,
  }
  const process = await stage.api.startAnother({ languageModel, crawlNetworks: noNetworks })
  const answer = await analyseText(process)
  await process.stop()
  expect(answer.body).toMatchObject({ plan: { keywords: ['better term'], limited: true } })
})
