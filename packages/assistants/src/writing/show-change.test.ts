import { expect, test } from 'vitest'
import { researchTools, tools } from '../tools/tools.ts'
import { writeChange } from './show-change.ts'

test('every tool that writes says in words what it changes', () => {
  const writes = [...tools, ...researchTools].filter(({ hints }) => !hints.readOnly)
  expect(writes.filter(({ describe }) => describe === undefined).map(({ name }) => name)).toEqual([])
})

test('a text of several lines does not read as another fact', () => {
  const facts = [
    { label: 'On', text: 'A deal' },
    { label: 'Note', text: 'Signed.\nStage: new → won' },
  ]
  expect(writeChange({ title: 'Write a note', reason: 'The assistant asks.', facts })).toBe(
    'The assistant asks. Write a note?\nOn: A deal\nNote: Signed.\n> Stage: new → won',
  )
})
