import { assert, property, string, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { formatTraceparent, parseTraceparent } from './traceparent.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

test('reads what W3C Trace Context calls valid', () => {
  const parsed = { traceId, spanId, isSampled: true }
  expect(parseTraceparent(`00-${traceId}-${spanId}-01`)).toEqual(parsed)
  expect(parseTraceparent(`00-${traceId}-${spanId}-03`)).toEqual(parsed)
  expect(parseTraceparent(`00-${traceId}-${spanId}-00`)).toEqual({ ...parsed, isSampled: false })
  expect(parseTraceparent(`cc-${traceId}-${spanId}-01`)).toEqual(parsed)
  expect(parseTraceparent(`cc-${traceId}-${spanId}-01-what-comes-later`)).toEqual(parsed)
  expect(formatTraceparent(parsed)).toBe(`00-${traceId}-${spanId}-01`)
})

test.for([
  ['a version that is forbidden', `ff-${traceId}-${spanId}-01`],
  ['more members than its version has', `00-${traceId}-${spanId}-01-more`],
  ['a member without its separator', `cc-${traceId}-${spanId}-01more`],
  ['upper case', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['a span id of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['a short trace id', `00-${traceId.slice(1)}-${spanId}-01`],
  ['no flags', `00-${traceId}-${spanId}`],
  ['flags that are no number', `00-${traceId}-${spanId}-0x`],
  ['two headers', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
  ['an endless value', `cc-${traceId}-${spanId}-01-${'a'.repeat(1_000)}`],
  ['nothing', ''],
  ['no text', undefined],
  ['a list', [`00-${traceId}-${spanId}-01`]],
])('ignores %s', ([, value]) => {
  expect(parseTraceparent(value)).toBeUndefined()
})

test('throws for no text, and whatever it reads can be written and read again', () => {
  const isStable = (text: string): void => {
    const parsed = parseTraceparent(text)
    if (parsed !== undefined) expect(parseTraceparent(formatTraceparent(parsed))).toEqual(parsed)
  }
  assert(property(string({ unit: 'binary' }), isStable))
  assert(property(uint8Array(), (bytes) => isStable(Buffer.from(bytes).toString('latin1'))))
  const tail = string({ unit: 'grapheme-ascii', maxLength: 4 })
  assert(property(tail, (end) => isStable(`00-${traceId}-${spanId}-${end}`)))
})
