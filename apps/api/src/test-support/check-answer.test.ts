import { exampleDeal } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { type Answer, checkAnswer } from './check-answer.ts'

const headers = {
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'a',
  'ratelimit-limit': '600',
  'ratelimit-remaining': '599',
  'ratelimit-reset': '60',
}
const request = { path: '/v1/pipeline', method: 'GET' }
const page = (deal: object): unknown => ({ items: [deal], nextCursor: null })

function answer({ status = 200, body = page(exampleDeal), ...rest }: Partial<Answer> = {}): Answer {
  return { status, headers: new Headers(headers), text: JSON.stringify(body), body, ...rest }
}

function withHeaders(changes: Record<string, string | undefined>): Headers {
  const entries = Object.entries({ ...headers, ...changes })
  return new Headers(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

test('takes what is described', () => {
  checkAnswer(answer(), request)
  const refused = { status: 400, body: { message: 'a', code: 'invalid_request', detail: [] } }
  checkAnswer(answer(refused), request)
})

test.each<[string, Partial<Answer>]>([
  ['a member that is not described', { body: page({ ...exampleDeal, extra: 1 }) }],
  ['a member of the page that is not described', { body: { items: [], nextCursor: null, total: 1 } }],
  ['a member that is missing', { body: page({ ...exampleDeal, open: undefined }) }],
  ['a member of another type', { body: page({ ...exampleDeal, stage: 'gone' }) }],
  ['a status that is not described', { status: 201 }],
  ['a code of another status', { status: 400, body: { message: 'a', code: 'not_found' } }],
  ['a header that is missing', { headers: withHeaders({ 'ratelimit-limit': undefined }) }],
  ['a header of another form', { headers: withHeaders({ 'ratelimit-reset': 'soon' }) }],
  ['a header that is not described', { headers: withHeaders({ etag: '"a"' }) }],
  ['an answer that may be stored', { headers: withHeaders({ 'cache-control': 'public' }) }],
  ['another type', { headers: withHeaders({ 'content-type': 'text/html; charset=utf-8' }) }],
])('fails for %s', (_case, change) => {
  const { body } = change
  const plain: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body))
  expect(() =>
    checkAnswer(answer(plain === undefined ? change : { ...change, body: plain }), request),
  ).toThrow()
})
