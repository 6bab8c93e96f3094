import { expect, test } from 'vitest'
import { nameAct } from './name-act.ts'

test.each([
  ['channel.create', 'Channel: create'],
  ['person.end_sessions', 'Person: end sessions'],
  ['unknown', 'Unknown: '],
])('%s is called %s', (act, name) => {
  expect(nameAct(act)).toBe(name)
})
