import { expect, test } from 'vitest'
import { findSlackFaults } from './find-slack-faults.ts'

const plain = (length: number) => ({ type: 'plain_text', text: 'x'.repeat(length) })
const button = (changes: object) => ({
  type: 'button',
  text: plain(1),
  action_id: 'a',
  value: 'v',
  ...changes,
})
const pointersOf = (...blocks: object[]) =>
  findSlackFaults({ text: 'x', blocks }).map(({ pointer }) => pointer)

test('finds nothing wrong with a message that is as large as Slack takes', () => {
  const elements = Array.from({ length: 25 }, (_, index) =>
    button({ action_id: `${'a'.repeat(252)}${100 + index}`, value: 'v'.repeat(2000), text: plain(75) }),
  )
  expect(
    pointersOf(
      { type: 'header', text: plain(150) },
      { type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(3000) } },
      { type: 'context', elements: Array.from({ length: 10 }, () => plain(1)) },
      { type: 'actions', elements },
      ...Array.from({ length: 46 }, () => ({ type: 'divider' })),
    ),
  ).toEqual([])
})

test('points at what is too long, too many, empty or of no known shape', () => {
  expect(pointersOf({ type: 'header', text: plain(151) })).toEqual(['/blocks/0/text/text'])
  expect(pointersOf({ type: 'header', text: { type: 'mrkdwn', text: 'x' } })).toEqual(['/blocks/0/text/type'])
  expect(pointersOf({ type: 'divider' }, { type: 'section', text: plain(3001) })).toEqual([
    '/blocks/1/text/text',
  ])
  expect(pointersOf({ type: 'section', text: plain(0) })).toEqual(['/blocks/0/text/text'])
  expect(pointersOf({ type: 'section' })).toEqual(['/blocks/0'])
  expect(pointersOf({ type: 'context', elements: Array.from({ length: 11 }, () => plain(1)) })).toHaveLength(
    1,
  )
  expect(pointersOf({ type: 'actions', elements: [] })).toEqual(['/blocks/0/elements'])
  expect(pointersOf({ type: 'actions', elements: [button({ text: plain(76) })] })).toHaveLength(1)
  expect(pointersOf({ type: 'actions', elements: [button({ value: 'v'.repeat(2001) })] })).toHaveLength(1)
  expect(pointersOf({ type: 'actions', elements: [button({}), button({})] })).toHaveLength(1)
  expect(pointersOf({ type: 'other' })).toEqual(['/blocks/0/type'])
  expect(pointersOf(...Array.from({ length: 51 }, () => ({ type: 'divider' })))).toEqual(['/blocks'])
  expect(findSlackFaults({ text: 'x'.repeat(40_001) })).toEqual([
    { pointer: '/text', message: 'msg_too_long' },
  ])
})
