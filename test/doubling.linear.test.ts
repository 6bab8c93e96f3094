import {
  canonicalJson,
  foldCase,
  indexRules,
  matchRules,
  type Rule,
  readEnvelopes,
  ruleDefinitionSchema,
  type Signal,
} from '@signalpost/domain'
import { checkJsonContent, clientAddress, parseJson, requestId } from '@signalpost/runtime'
import { diagnose, findScheme, prepareVerifier } from '@signalpost/signatures'
import { expectLinear } from '@signalpost/testing'
import { describe, test } from 'vitest'

const shapes: [name: string, text: (n: number) => string][] = [
  ['letters', (n) => 'a'.repeat(n)],
  ['spaces', (n) => ' '.repeat(n)],
  ['commas', (n) => ','.repeat(n)],
  ['semicolons', (n) => ' ;'.repeat(n)],
  ['quotes', (n) => '"='.repeat(n)],
  ['capital sigmas', (n) => `${'Σ.'.repeat(n)}`],
  ['dotless letters', (n) => 'aı'.repeat(n)],
  ['marks in a false order', (n) => `a${'\u0301\u0316'.repeat(n)}`],
  ['lone surrogates', (n) => '\ud800a'.repeat(n)],
  ['brackets', (n) => '['.repeat(n)],
  ['signatures', (n) => 't=1,v1=0,'.repeat(n)],
]
const headerShapes = shapes.filter(([, text]) => /^[ -~]*$/.test(text(1)))
const sizes = { upTo: 65_536 }

describe('matching rules takes time in proportion to the text of a signal', () => {
  const rule = (id: number, keyword: string): Rule => {
    const definition = ruleDefinitionSchema.parse({ conditions: { keywords: [keyword] }, channels: 'all' })
    return { ...definition, id: `rul_${id}`, name: keyword, position: id, enabled: true, continue: true }
  }
  const rules = Array.from({ length: 20 }, (_, id) => rule(id, `a${'a'.repeat(id)} keyword`))
  const index = indexRules([...rules, rule(20, 'a')])
  const signal: Signal = {
    id: 'sig_1',
    orgId: 'org_a',
    listenerId: 'lst_1',
    source: 'reddit',
    url: 'https://example.com/1',
    title: '',
    excerpt: '',
    postedAt: '2026-11-20T09:00:00.000Z',
    relevanceScore: 50,
    classification: 'relevant',
    rationale: '',
    matchedKeywords: [],
    firstSeenAt: '2026-11-20T09:00:00.000Z',
  }
  test.each(shapes)('%s', async (_, input) => {
    await expectLinear({ input, run: (excerpt) => matchRules({ ...signal, excerpt }, index), ...sizes })
  })
})

describe('folding case takes time in proportion to the text', () => {
  test.each(shapes)('%s', async (_, input) => {
    await expectLinear({ input, run: foldCase, ...sizes })
  })
})

describe('reading a body takes time in proportion to its length', () => {
  const read = (body: Buffer): unknown => {
    const parsed = parseJson(body)
    return parsed.ok ? [readEnvelopes(parsed.value), canonicalJson(parsed.value)] : undefined
  }
  const envelope = {
    id: 'evt_1',
    type: 'signal.created',
    occurredAt: '2026-11-20T09:00:00.000Z',
    orgId: 'org_a',
  }
  test.each<[string, (n: number) => unknown]>([
    ['events', (n) => Array.from({ length: n }, (_, id) => ({ ...envelope, id: `evt_${id}`, data: {} }))],
    ['elements that are no events', (n) => Array(n).fill(1)],
    [
      'members',
      (n) => ({
        ...envelope,
        data: Object.fromEntries(Array.from({ length: n }, (_, at) => [`m${at}`, at])),
      }),
    ],
    ['unknown members', (n) => Object.fromEntries(Array.from({ length: n }, (_, at) => [`m${at}`, at]))],
    ['a long text', (n) => ({ ...envelope, data: { text: '\u0301\u0316'.repeat(n) } })],
  ])('%s', async (_, value) => {
    await expectLinear({ input: (n) => Buffer.from(JSON.stringify(value(n))), run: read, ...sizes })
  })

  test('levels', async () => {
    const readOnly = (body: Buffer): unknown => {
      const parsed = parseJson(body)
      return parsed.ok && readEnvelopes(parsed.value)
    }
    await expectLinear({
      input: (n) => Buffer.from(`${'['.repeat(n)}${']'.repeat(n)}`),
      run: readOnly,
      upTo: 4_096,
    })
  })
})

describe('reading the headers of a request takes time in proportion to their length', () => {
  const everyProxy = { has: () => true }
  // The cast: these functions read nothing else of a request.
  const requestOf = (headers: Record<string, string>) =>
    ({
      socket: { remoteAddress: '127.0.0.1' },
      headers,
      rawHeaders: Object.entries(headers).flat(),
    }) as unknown as Parameters<typeof requestId>[0]
  const run = (value: string): void => {
    const request = requestOf({ 'x-forwarded-for': value, 'x-request-id': value, 'content-type': value })
    clientAddress(request, everyProxy)
    requestId(request)
    try {
      checkJsonContent(request)
    } catch {
      // Refused, as it should be: only the time counts here.
    }
  }
  test.each([...headerShapes, ['hops', (n: number) => '10.0.0.1, '.repeat(n)] as const])(
    '%s',
    async (_, input) => {
      await expectLinear({ input, run, ...sizes })
    },
  )
})

describe('verifying a request takes time in proportion to its headers', () => {
  test.each(['service-v1', 'standard-webhooks', 'github', 'stripe', 'slack', 'shopify'])(
    '%s',
    async (name) => {
      const scheme = findScheme(name)
      if (scheme === undefined) throw new Error(`there is no scheme ${name}`)
      const secrets = [{ id: 'one', text: `whsec_${Buffer.alloc(32, 1).toString('base64')}` }]
      const { verify } = prepareVerifier({ scheme, settings: {}, toleranceSeconds: 300, secrets })
      const names = [
        'x-service-signature',
        'webhook-signature',
        'x-hub-signature-256',
        'stripe-signature',
        'x-other',
      ]
      const body = Buffer.from('{}')
      for (const [, text] of headerShapes) {
        const input = (n: number) =>
          names.flatMap((header) => [header, text(n), `x-${'a'.repeat(n)}`, text(n)])
        await expectLinear({
          input,
          run: (rawHeaders) => verify({ rawHeaders, body, nowMs: 0 }),
          upTo: 16_384,
        })
      }
    },
  )
})

describe('explaining a refused signature takes time in proportion to the body', () => {
  const scheme = findScheme('service-v1')
  if (scheme === undefined) throw new Error('there is no scheme service-v1')
  const run = (text: string): void => {
    const explanation = diagnose({
      ...{ scheme, settings: {}, otherSources: [], knownSchemes: [], recentSkewsSeconds: [] },
      secrets: [{ id: 'one', text: 'a secret of the source' }],
      request: {
        rawHeaders: ['x-service-signature', `t=1800000000,v1=${'0'.repeat(64)}`],
        body: Buffer.from(text),
        nowMs: 1_800_000_000_000,
      },
    })
    while (explanation.next().done !== true);
  }
  test.each([
    ...shapes,
    ['a document', (n: number) => JSON.stringify(Array(n).fill({ a: 'ü/<' }))] as const,
    ['an open string', (n: number) => `"${'\\"'.repeat(n)}`] as const,
  ])('%s', async (_, input) => {
    await expectLinear({ input, run, from: 4_100, upTo: 8_200 })
  })
})
