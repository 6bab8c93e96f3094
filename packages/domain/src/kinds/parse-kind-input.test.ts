import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ConfigurableKind } from './kind-options.ts'
import { parseKindInput } from './parse-kind-input.ts'

const lighthouse: ConfigurableKind = {
  settings: z.strictObject({
    harbour: z.string().transform((name) => name.toLowerCase()),
    url: z.string().optional(),
    lamp: z.string().optional(),
  }),
  secrets: z.strictObject({
    key: z.string().regex(/^\d+$/, 'expected digits').optional(),
    stamp: z.string(),
  }),
  options: {
    harbour: { placeholder: '<name>', description: 'where it is' },
    url: { placeholder: '<url>', description: 'its page', notWith: 'lamp' },
    lamp: { placeholder: '<name>', description: 'its lamp' },
    key: { secret: 'text or file', description: 'what opens it', goesWith: 'lamp' },
    stamp: { secret: 'file', description: 'what signs its messages', generate: () => 'made' },
  },
}

const parse = (settings: Record<string, unknown>, secrets: Record<string, unknown> = {}) =>
  parseKindInput(lighthouse, { settings, secrets })

test('returns settings as the schema transforms them, and generates the secret that is absent', () => {
  const parsed = parse({ harbour: 'Kiel', url: undefined })
  expect(parsed).toEqual({ ok: true, settings: { harbour: 'kiel' }, secrets: { stamp: 'made' } })
})

test('keeps a secret that is given instead of generating one', () => {
  const parsed = parse({ harbour: 'Kiel', lamp: 'big' }, { key: '12', stamp: 'mine' })
  expect(parsed).toMatchObject({ ok: true, secrets: { key: '12', stamp: 'mine' } })
})

test.each<[Record<string, unknown>, Record<string, unknown>, string, string]>([
  [{}, {}, 'settings.harbour', 'is needed'],
  [{ harbour: 'Kiel', lamp: 'big' }, {}, 'secrets.key', 'is needed with lamp'],
  [{ harbour: 'Kiel' }, { key: '12' }, 'secrets.key', 'goes only with lamp'],
  [{ harbour: 'Kiel', lamp: 'big', url: 'x' }, { key: '12' }, 'settings.url', 'does not go with lamp'],
])('names the member whose presence is wrong: %j %j', (settings, secrets, path, message) => {
  expect(parse(settings, secrets)).toEqual({ ok: false, issues: [{ path, message, isPresence: true }] })
})

test('names every member whose value is wrong, and never the value', () => {
  const parsed = parse({ harbour: 1, lamp: 'big', more: 'x' }, { key: 'hunter22' })
  expect(parsed).toMatchObject({
    ok: false,
    issues: [
      { path: 'settings.harbour', isPresence: false },
      { path: 'settings.more' },
      { path: 'secrets.key', message: 'expected digits' },
    ],
  })
  expect(JSON.stringify(parsed)).not.toContain('hunter22')
})

test('refuses a setting that holds a password, because settings are shown', () => {
  expect(parse({ harbour: 'Kiel', url: 'https://u:p@lamp.example/' })).toMatchObject({
    ok: false,
    issues: [{ path: 'settings.url', message: 'expected a URL without user and password' }],
  })
})
