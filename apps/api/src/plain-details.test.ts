import { envelopeSchema, eventKinds } from '@signalpost/domain'
import { findJargon } from '@signalpost/testing'
import { describe, expect, test } from 'vitest'
import { routes } from './routes/routes.ts'

const bodies = routes.flatMap(({ operationId, body }) => (body === undefined ? [] : { operationId, ...body }))

describe('details of refusals', () => {
  test.each(bodies)('are in plain words for the body of $operationId', ({ schema, example }) => {
    expect(findJargon(schema, example)).toEqual([])
  })

  test.each(routes)('are in plain words for the parameters of $operationId', ({ query, params }) => {
    for (const schema of [query, params]) {
      const example = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, 'x']))
      expect(findJargon(schema, example)).toEqual([])
    }
  })

  test.each(eventKinds)('are in plain words for the event $type', ({ data, example }) => {
    expect(findJargon(data, example)).toEqual([])
  })

  test('are in plain words for the envelope of events', () => {
    const example = {
      id: 'evt_1',
      type: 'ping',
      occurredAt: '2026-11-20T09:00:00Z',
      orgId: 'org_demo',
      data: {},
    }
    expect(findJargon(envelopeSchema, example)).toEqual([])
  })
})
