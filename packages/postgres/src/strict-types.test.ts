import { types } from 'pg'
import { describe, expect, test } from 'vitest'
import { strictTypes } from './strict-types.ts'

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL, INT4 } = types.builtins
const timestamptzArray = 1185

function parse(oid: number, text: string): unknown {
  const parser = strictTypes.getTypeParser(oid)
  if (typeof parser !== 'function') throw new Error('This is no parser.')
  return parser(text)
}

describe('reads', () => {
  test.each([
    ['2026-11-20 09:00:00+00', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20 09:00:00.123456+00', '2026-11-20T09:00:00.123Z'],
    ['2026-11-20 09:00:00.5-03:30', '2026-11-20T12:30:00.500Z'],
    ['0001-01-01 00:00:00+00 BC', '0000-01-01T00:00:00.000Z'],
    ['0001-02-29 12:34:56.789+00 BC', '0000-02-29T12:34:56.789Z'],
    ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
    ['0099-12-31 23:59:59.999999+00', '0099-12-31T23:59:59.999Z'],
    ['0044-03-15 12:00:00+00', '0044-03-15T12:00:00.000Z'],
    ['10000-01-01 00:00:00+00', '+010000-01-01T00:00:00.000Z'],
  ])('the moment %s', (text, iso) => {
    expect(parse(TIMESTAMPTZ, text)).toEqual(new Date(iso))
    expect(parse(timestamptzArray, `{"${text}",NULL}`)).toEqual([new Date(iso), null])
  })

  test.each(['1 year 2 mons -3 days', '-00:00:01.5', '3 days 04:05:06', '00:00:00', '-1 mons +2 days'])(
    'the interval %s',
    (text) => {
      expect(parse(INTERVAL, text)).toBeTypeOf('object')
    },
  )

  test('other types as the driver does', () => {
    expect(parse(INT4, '7')).toBe(7)
    expect(strictTypes.getTypeParser(TIMESTAMPTZ, 'binary')).toBe(types.getTypeParser(TIMESTAMPTZ, 'binary'))
  })
})

describe('throws for what the driver would take for null or for another moment:', () => {
  // Each DateStyle but ISO, and what is no moment.
  test.each([
    '20.11.2026 09:00:00 UTC',
    '11/20/2026 09:00:00 UTC',
    'Fri Nov 20 09:00:00 2026 UTC',
    'infinity',
    '-infinity',
    '',
  ])('the moment %s', (text) => {
    for (const oid of [TIMESTAMPTZ, TIMESTAMP, DATE]) expect(() => parse(oid, text)).toThrow(/cannot be read/)
    if (text !== '') expect(() => parse(timestamptzArray, `{"${text}"}`)).toThrow(/cannot be read/)
  })

  test.each(['20-11-2026', '11/20/2026', '20.11.2026'])('the date %s', (text) => {
    expect(() => parse(DATE, text)).toThrow(/cannot be read/)
    expect(() => parse(1182, `{${text}}`)).toThrow(/cannot be read/)
  })

  test.each(['P1Y2M', '@ 1 year', '1-2 +3 +4:05:06', '+1-2'])('the interval %s', (text) => {
    expect(() => parse(INTERVAL, text)).toThrow(/cannot be read/)
  })
})
