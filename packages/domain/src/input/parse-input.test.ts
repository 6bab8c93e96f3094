import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from './parse-input.ts'

type Case = [schema: z.ZodType, input: unknown, message: string, path?: string]

const multiple = z.union([z.object({ every: z.int().min(1) }), z.object({ cron: z.string() })])

// Every code of zod. A new code fails the type check.
const cases: Record<z.core.$ZodIssueCode, Case[]> = {
  invalid_type: [
    [z.string(), 1, 'expected text'],
    [z.string(), undefined, 'expected text'],
    [z.number(), 'x', 'expected a number'],
    [z.int(), 1.5, 'expected a whole number'],
    [z.boolean(), 'true', 'expected true or false'],
    [z.object({}), 'x', 'expected an object'],
    [z.record(z.string(), z.unknown()), [], 'expected an object'],
    [z.array(z.string()), {}, 'expected an array'],
    [z.null(), 1, 'expected null'],
    [z.never(), 1, 'expected nothing'],
    [z.string().optional().nonoptional(), undefined, 'expected a value'],
    [z.symbol(), 1, 'expected another kind of value'],
  ],
  invalid_value: [
    [z.enum(['new', 'won']), 'x', 'expected one of new, won'],
    [z.literal('won'), 'x', 'expected won'],
  ],
  too_small: [
    [z.number().min(1), 0, 'expected a number of at least 1'],
    [z.number().gt(0), 0, 'expected a number of more than 0'],
    [z.string().min(1), '', 'expected text of at least 1 character'],
    [z.array(z.any()).min(2), [], 'expected an array of at least 2 items'],
    [z.array(z.any()).length(2), [1], 'expected an array of exactly 2 items'],
  ],
  too_big: [
    [z.number().max(1), 2, 'expected a number of at most 1'],
    [z.number().lt(1), 1, 'expected a number of less than 1'],
    [z.int(), 2 ** 60, 'expected a whole number of at most 9007199254740991'],
    [z.string().max(2), 'abc', 'expected text of at most 2 characters'],
    [z.array(z.any()).max(1), [1, 2], 'expected an array of at most 1 item'],
  ],
  invalid_format: [
    [z.email(), 'x', 'expected an email address'],
    [z.url(), 'x', 'expected an absolute URL'],
    [z.string().regex(/a/), 'x', 'expected text of the documented form'],
    [z.string().startsWith('a'), 'x', 'expected text of the documented form'],
  ],
  not_multiple_of: [[z.number().multipleOf(5), 1, 'expected a multiple of 5']],
  unrecognized_keys: [
    [z.strictObject({}), { more: 1 }, 'expected no members but the documented ones', 'more'],
    [z.strictObject({}), { '<b>': 1 }, 'expected no members but the documented ones'],
  ],
  invalid_union: [
    [z.union([z.string(), z.number()]), {}, 'expected text or a number'],
    [multiple, 'x', 'expected an object'],
    [multiple, {}, 'expected a value of the documented form'],
    [z.union([z.literal('all'), z.array(z.string())]), [1], 'expected text', '0'],
    [
      z.discriminatedUnion('mode', [
        z.object({ mode: z.literal('market') }),
        z.object({ mode: z.literal('places') }),
      ]),
      { mode: 'x' },
      'expected one of market, places',
      'mode',
    ],
  ],
  invalid_key: [
    [z.record(z.string().max(1), z.any()), { abc: 1 }, 'expected names of the documented form', 'abc'],
  ],
  invalid_element: [
    [z.map(z.any(), z.string()), new Map([[{}, 1]]), 'expected items of the documented form'],
  ],
  custom: [
    [z.string().refine(() => false), 'x', 'expected a value of the documented form'],
    [z.string().refine(() => false, 'expected the moon'), 'x', 'expected the moon'],
  ],
}

test.each(Object.entries(cases).flatMap(([code, ofCode]) => ofCode.map((one) => [code, one] as const)))(
  'describes %s in plain words',
  (_code, [schema, input, message, path = '']) => {
    expect(parseInput(schema, input)).toEqual({ ok: false, issues: [{ path, message }] })
  },
)

test('prefixes paths with the path of the value', () => {
  const schema = z.object({ list: z.array(z.object({ id: z.string() })) })
  const parsed = parseInput(schema, { list: [{ id: 'a' }, {}] }, 'data')
  expect(parsed).toMatchObject({ issues: [{ path: 'data.list.1.id' }] })
})

test('returns the value as the schema converts it', () => {
  expect(parseInput(z.string().trim(), ' a ')).toEqual({ ok: true, value: 'a' })
})

test('names at most 100 unknown members', () => {
  const input = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`m${index}`, 1]))
  const parsed = parseInput(z.strictObject({}), input)
  expect(parsed.ok ? [] : parsed.issues).toHaveLength(100)
})
