import { assert, json, property } from 'fast-check'
import { expect, test } from 'vitest'
import { type JsonSpelling, readTokens, respellJson } from './respell-json.ts'

const plain = (token: string): string => JSON.stringify(JSON.parse(token))
const compact: JsonSpelling = { comma: ',', colon: ':', string: plain }
const pretty: JsonSpelling = { comma: ',', colon: ': ', indent: 2, string: plain }

function respell(text: string, spelling: JsonSpelling): string | undefined {
  const tokens = readTokens(text)
  return tokens && respellJson(tokens, spelling)
}

test('writes any document as JSON.stringify does, compact and with an indent', () => {
  assert(
    property(json({ maxDepth: 4 }), (text) => {
      const value: unknown = JSON.parse(text)
      // JSON.stringify changes the spelling of some numbers and the order of some keys: give it its own text.
      const own = JSON.stringify(value)
      const indented = JSON.stringify(value, null, 2)
      expect(respell(indented, compact)).toBe(own)
      expect(respell(own, pretty)).toBe(indented)
    }),
  )
})

test.each([
  ['{"a":1.0,"b":1e3}', '{"a": 1.0, "b": 1e3}'],
  ['[[],{},[ ]]', '[[], {}, []]'],
])('keeps the spelling of numbers and empty lists of %s', (text, expected) => {
  expect(respell(text, { comma: ', ', colon: ': ', string: plain })).toBe(expected)
})
