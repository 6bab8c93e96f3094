import { envelopeSchema, eventKinds } from '@signalpost/domain'
import { findJargon } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { routes } from './routes/routes.ts'

const bodies = routes.flatMap(({ operationId, body, bodyExample }) =>
  body === undefined ? [] : { operationId, body, bodyExample },
)

test.each(bodies)(
  'details of refusals are in plain words for the body of $operationId',
  ({ body, bodyExample }) => {
    expect(findJargon(body, bodyExample)).toEqual([])
  },
)

test.each(routes)(
  'details of refusals are in plain words for the parameters of $operationId',
  ({ query, params }) => {
    for (const schema of [query, params]) {
      const example = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, 'x']))
      expect(findJargon(schema, example)).toEqual([])
    }
  },
)

test.each(eventKinds)('details of refusals are in plain words for the event $type', ({ data, example }) => {
  expect(findJargon(data, example)).toEqual([])
})

test('details of refusals are in plain words for the envelope of events', () => {
  const example = {
    id: 'evt_1',
    type: 'ping',
    occurredAt: '2026-11-20T09:00:00Z',
    orgId: 'org_demo',
    data: {},
  }
  expect(findJargon(envelopeSchema, example)).toEqual([])
})
