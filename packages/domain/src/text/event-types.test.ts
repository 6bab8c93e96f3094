import { expect, test } from 'vitest'
import { eventKinds } from '../events/event-kinds.ts'
import { eventTypes } from './event-types.ts'

test('has the type of each kind of event', () => {
  expect(eventTypes).toEqual(eventKinds.map(({ type }) => type))
})
