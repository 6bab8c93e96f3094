import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { databaseUrlSchema, networksSchema, portSchema } from './config-schemas.ts'
import { readConfig } from './read-config.ts'

const schema = z.object({
  PORT: portSchema.default(4100),
  DATABASE_URL: databaseUrlSchema.optional(),
  API_KEY: z.string().min(20, { error: 'expected at least 20 characters' }).optional(),
  PROXIES: networksSchema.optional(),
})

describe('readConfig', () => {
  test('counts an empty variable as unset', () => {
    expect(readConfig(schema, { PORT: '', DATABASE_URL: '' })).toEqual({ PORT: 4100 })
  })

  test('leaves alone what the schema does not name', () => {
    expect(readConfig(schema, { PORT: '1', HOME: '/root' })).toEqual({ PORT: 1 })
  })

  test('tells all bad variables at once, a line each', () => {
    expect(linesOf({ PORT: '41OO', PROXIES: '10.0.0.0/33' })).toEqual([
      'PORT is "41OO"; expected a whole number from 0 to 65535',
      'PROXIES is "10.0.0.0/33"; expected comma-separated addresses or networks, such as 10.0.0.0/8, ::1',
    ])
  })

  test('tells a variable that is missing', () => {
    const required = z.object({ PORT: portSchema })
    expect(() => readConfig(required, {})).toThrow('PORT is not set; expected text')
  })

  test('keeps control characters of a value out of the terminal', () => {
    expect(linesOf({ PORT: '\u001b[2J' })[0]).toContain('"\\u001b[2J"')
  })

  test.each([
    [{ API_KEY: 'hush-hush' }, 'hush'],
    [{ DATABASE_URL: 'mysql://user:hush@host/db' }, 'hush'],
    [{ DATABASE_URL: 'postgres://user:hu/sh@:host/db' }, 'sh@'],
    [{ DATABASE_URL: 'http://host/db?pass=hush' }, 'hush'],
    [{ DATABASE_URL: 'host=localhost password=hush' }, 'hush'],
  ])('never shows a secret: %j', (env, secret) => {
    const lines = linesOf(env)
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain(secret)
  })
})

function linesOf(env: Record<string, string>): string[] {
  try {
    readConfig(schema, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.lines
    throw error
  }
  throw new Error('The configuration was taken.')
}
