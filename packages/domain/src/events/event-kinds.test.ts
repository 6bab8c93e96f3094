import { expect, test } from 'vitest'
import { readEvent } from '../read-event.ts'
import { alertRaised } from './alert-raised.ts'
import { eventKinds } from './event-kinds.ts'

test.each(eventKinds)(
  'the example of $type is valid as a sent and as a received event',
  ({ type, sent, example }) => {
    expect(sent.parse(example)).toEqual(example)
    const event = {
      id: 'evt_1',
      type,
      occurredAt: '2026-11-20T12:00:00.000Z',
      orgId: 'org_demo',
      data: example,
    }
    const verdict = readEvent(event, {
      orgId: 'org_demo',
      sourceId: 'src_1',
      receivedAtMs: Date.parse(event.occurredAt),
    })
    expect(verdict).toMatchObject({ verdict: 'valid' })
  },
)

test('the example of an alert is valid as a sent event', () => {
  expect(alertRaised.sent.parse(alertRaised.example)).toEqual(alertRaised.example)
})
