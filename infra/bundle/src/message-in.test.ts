import { expect, test } from 'vitest'
import { messageIn } from './make-bundle.ts'

test.each([
  ['Error: collection.describe: describe description by .meta().'],
  ["SyntaxError: The requested module './a.js' does not provide an export named 'b'"],
  ['TypeError [ERR_INVALID_ARG_TYPE]: The "path" argument must be of type string.'],
])('finds %j in what Node prints around it', (message) => {
  const stderr = [
    'file:///bundle/chunk-KK6HGLV5.js:4',
    'import{a}from"./b.js";throw new Error(name);',
    '    ^',
    '',
    message,
    '    at parameterOf (file:///bundle/chunk-KK6HGLV5.js:4:4653)',
    '',
    'Node.js v24.21.0',
    '',
  ].join('\n')
  expect(messageIn(stderr)).toBe(message)
})

test('finds none where there is none', () => {
  expect(messageIn('Killed\n')).toBeUndefined()
})
