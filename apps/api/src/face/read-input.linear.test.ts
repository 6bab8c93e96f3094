import { readInput } from '@signalpost/rest'
import { expectLinear } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { routes } from '../routes/routes.ts'
import type { Route } from './define-routes.ts'

const times = (count: number, item: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, index) => item(index))
const members = (count: number): object => Object.fromEntries(times(count, (index) => [`m${index}`, 1]) as [])

// Bodies as an attacker would send them, without the limit on bytes.
const bodies: [operationId: string, body: (n: number) => unknown][] = [
  ['analyseWebsite', (n) => ({ companyName: 'ab', sources: times(n, () => 1) })],
  ['analyseWebsite', (n) => ({ companyName: 'ab', sources: times(n, () => 'x') })],
  ['analyseWebsite', (n) => ({ companyName: '\u{1f600}'.repeat(n), website: 'a.'.repeat(n) })],
  ['createDeals', (n) => ({ deals: times(n, () => ({})) })],
  ['createDeals', (n) => ({ deals: [members(n)] })],
  ['createNote', (n) => members(n)],
  ['createNote', (n) => ({ body: ' '.repeat(n), target: '\0'.repeat(n) })],
  ['createNote', (n) => times(n, () => '\0')],
  ['createCollection', (n) => ({ name: times(n, () => [[[['\ud800']]]]) })],
]

test.each(bodies)(
  'takes linear time to refuse a body for %s',
  async (operationId, body) => {
    await expectLinear({ input: body, run: (given) => issuesOf(routeOf(operationId), given), from: 512 })
  },
  60_000,
)

test.each(bodies)('reports at most 100 issues of a body for %s', (operationId, body) => {
  expect(issuesOf(routeOf(operationId), body(100_000)).length).toBeLessThanOrEqual(100)
})

function routeOf(operationId: string): Route {
  const route = routes.find((one) => one.operationId === operationId)
  if (route === undefined) throw new Error(`There is no ${operationId}.`)
  return route
}

function issuesOf(route: Route, body: unknown): unknown[] {
  try {
    readInput(route, { params: {}, search: '', idempotencyKeys: [], body })
  } catch (error) {
    if (error instanceof Error && 'issues' in error && Array.isArray(error.issues)) return error.issues
    throw error
  }
  throw new Error('The body was taken.')
}
