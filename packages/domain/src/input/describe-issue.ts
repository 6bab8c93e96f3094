import type { z } from 'zod'

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  date: 'a date',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
  never: 'nothing',
  undefined: 'nothing',
  void: 'nothing',
  nonoptional: 'a value',
}

const formats: Record<string, string> = {
  email: 'an email address',
  url: 'an absolute URL',
  uuid: 'a UUID',
  guid: 'a UUID',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  cidrv4: 'an IPv4 network',
  cidrv6: 'an IPv6 network',
  base64: 'text in base64',
  base64url: 'text in base64url',
  date: 'a date such as 2026-11-20',
  time: 'a time such as 09:00:00',
  datetime: 'a date-time such as 2026-11-20T09:00:00Z',
  json_string: 'a JSON document',
}

const aKind = 'another kind of value'
const aForm = 'a value of the documented form'

/** Returns what was expected, in plain words and without the input. Schemas may have better messages of their own. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  return `expected ${expectationOf(issue)}`
}

function expectationOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? aKind
    case 'invalid_value':
      return oneOf(issue.values)
    case 'too_small':
      return sizeOf(issue, issue.minimum, ['at least', 'more than'])
    case 'too_big':
      return sizeOf(issue, issue.maximum, ['at most', 'less than'])
    case 'invalid_format':
      return formats[issue.format] ?? 'text of the documented form'
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'no members but the documented ones'
    case 'invalid_union':
      return alternativesOf(issue)
    case 'invalid_key':
      return 'names of the documented form'
    case 'invalid_element':
      return 'items of the documented form'
    case 'custom':
      return aForm
    default:
      return issue satisfies never
  }
}

type Bound = z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>

/** The nouns and units of types that have a size. */
const sized: Record<string, [noun: string, unit: string]> = {
  string: ['text', 'character'],
  array: ['an array', 'item'],
  set: ['an array', 'item'],
  map: ['an object', 'member'],
  object: ['an object', 'member'],
  record: ['an object', 'member'],
  file: ['a file', 'byte'],
}

function sizeOf(
  { origin, exact, inclusive }: Bound,
  bound: number | bigint,
  [including, excluding]: [string, string],
): string {
  const [noun, unit] = sized[origin] ?? [kinds[origin] ?? 'a value']
  const comparison = exact === true ? 'exactly' : inclusive === false ? excluding : including
  if (unit === undefined) return `${noun} of ${comparison} ${bound}`
  return `${noun} of ${comparison} ${bound} ${unit}${Number(bound) === 1 ? '' : 's'}`
}

function alternativesOf(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  if (Array.isArray(issue.options)) return oneOf(issue.options)
  const messages = issue.errors.map((branch) => (branch.length === 1 ? rootMessage(branch[0]) : undefined))
  const said = messages.filter((message) => message !== undefined)
  return said.length > 0 && said.length === messages.length ? [...new Set(said)].join(' or ') : aForm
}

function rootMessage(issue: z.core.$ZodIssue | undefined): string | undefined {
  return issue?.path.length === 0 ? issue.message.replace(/^expected /, '') : undefined
}

function oneOf(values: readonly unknown[]): string {
  return `${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')}`
}
