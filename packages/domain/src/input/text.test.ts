import { expect, test } from 'vitest'
import {
  accountKeySchema,
  freeText,
  groupKeySchema,
  idSchema,
  nameSchema,
  orgIdSchema,
  webUrlSchema,
} from './text.ts'

const lone = '\ud800'

test('keeps free text as it is, except for what no store accepts', () => {
  expect(freeText().parse(' a\n ')).toBe(' a\n ')
  expect(freeText().parse(`a\u0000b${lone}c😀`)).toBe('a\ufffdb\ufffdc😀')
})

test('counts code points after trimming', () => {
  expect(freeText({ max: 3 }).safeParse(' 😀😀😀 ').success).toBe(true)
  expect(freeText({ max: 3 }).safeParse('😀😀😀😀').success).toBe(false)
  expect(freeText({ max: 3 }).safeParse('    a').success).toBe(true)
  expect(nameSchema.safeParse('x'.repeat(200)).success).toBe(true)
  expect(nameSchema.safeParse('x'.repeat(201)).success).toBe(false)
  expect(nameSchema.safeParse(' \u00a0\t').success).toBe(false)
})

test('names the bounds of a text', () => {
  const messageOf = (schema: ReturnType<typeof freeText>): string | undefined =>
    schema.safeParse(' ').error?.issues[0]?.message
  expect(messageOf(freeText({ min: 1 }))).toBe('expected text of at least 1 character')
  expect(messageOf(freeText({ min: 2, max: 9 }))).toBe('expected text of 2 to 9 characters')
})

test.each(['!', '~'.repeat(200), 'évt'.slice(1)])('accepts %j as an id', (id) => {
  expect(idSchema.safeParse(id).success).toBe(true)
})

test.each(['', ' ', 'a b', 'é', '\u007f', 'a\u0000', 'x'.repeat(201), lone])('refuses %j as an id', (id) => {
  expect(idSchema.safeParse(id).success).toBe(false)
})

test.each([
  ['org_a', true],
  [`org_${'a'.repeat(60)}`, true],
  [`org_${'a'.repeat(61)}`, false],
  ['org_', false],
  ['org_A', false],
  ['org-a', false],
])('validates %s as the id of a workspace', (orgId, isValid) => {
  expect(orgIdSchema.safeParse(orgId).success).toBe(isValid)
})

test.each([
  ['d:example.com', true],
  ['n:Kühne & Nagel', true],
  ['p:', true],
  ['x:example.com', false],
  ['example.com', false],
  [`d:${'a'.repeat(298)}`, true],
  [`d:${'a'.repeat(299)}`, false],
  [`n:${'😀'.repeat(298)}`, true],
  [`n:${'😀'.repeat(299)}`, false],
  [`d:a${' '.repeat(298)}`, false],
  ['d:a\u0000', false],
  ['d:a\u0085', false],
  [`d:${lone}`, false],
])('validates %j as an account key', (key, isValid) => {
  expect(accountKeySchema.safeParse(key).success).toBe(isValid)
})

test('refuses a blank group key', () => {
  expect(groupKeySchema.safeParse('  ').success).toBe(false)
})

test.each([
  ['https://example.com/a?b=c#d', true],
  ['HTTP://EXAMPLE.COM', true],
  [`https://e.com/${'a'.repeat(2034)}`, true],
  [`https://e.com/${'a'.repeat(2035)}`, false],
  ['https://münchen.example/straße', true],
  ['ftp://example.com', false],
  ['//example.com', false],
  ['https://', false],
  ['https://exa mple.com', false],
  ['javascript:alert(1)', false],
])('validates %s as a link', (url, isValid) => {
  expect(webUrlSchema.safeParse(url).success).toBe(isValid)
})

test('counts the code points of a link', () => {
  const isLink = (symbols: number) => webUrlSchema.safeParse(`https://e.com/${'😀'.repeat(symbols)}`).success
  expect([isLink(2034), isLink(2035)]).toEqual([true, false])
})
