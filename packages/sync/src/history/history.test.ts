import { expect, test } from 'vitest'
import { formatHistory, parseHistory } from './history.ts'

const history = {
  store: '7461234567890123456.5.16385',
  timeline: '2',
  mark: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
  raisedBy: 2n ** 62n,
}

test('parses the history that it formatted', () => {
  expect(parseHistory(formatHistory(history))).toEqual(history)
  expect(parseHistory(formatHistory({ ...history, store: 'unknown.5.16385', timeline: 'unknown' }))).toEqual({
    ...history,
    store: 'unknown.5.16385',
    timeline: 'unknown',
  })
})

test.each([undefined, '', 'a:b', `${formatHistory(history)}:more`, formatHistory({ ...history, mark: 'x' })])(
  'rejects %j as a history',
  (text) => {
    expect(parseHistory(text)).toBeUndefined()
  },
)
