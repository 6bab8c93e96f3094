import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commonConfigSchema } from './common-config.ts'
import { ConfigError } from './config-error.ts'
import { readConfig } from './read-config.ts'
import { secretVariables } from './secret-variables.ts'

const masterKey = Buffer.alloc(32, 7).toString('base64')

/** Takes a value for every secret that the schema accepts. */
const examples: Record<string, string> = {
  DATABASE_URL: 'postgres://u:hush@h/d',
  REDIS_URL: 'redis://:hush@h:6379',
  SIGNALPOST_QUEUE_DATABASE_URL: 'postgres://u:hush@h/queue',
  SIGNALPOST_MASTER_KEY: masterKey,
  SIGNALPOST_METRICS_TOKEN: 'hush',
  SIGNALPOST_SMTP_URL: 'smtps://u:hush@mail.example.com',
  SIGNALPOST_OIDC_CLIENT_SECRET: 'hush',
  SIGNALPOST_LLM_KEY: 'hush',
  SIGNALPOST_RERANK_API_KEY: 'hush',
  SIGNALPOST_OUTGOING_PROXY: 'http://u:hush@proxy.example.com:3128',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hush',
}
const others = { SIGNALPOST_MAIL_FROM: 'a@example.com' }

let directory: string

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'signalpost-secrets-'))
})

afterAll(() => rmSync(directory, { recursive: true, force: true }))

function fileWith(content: string): string {
  const path = join(directory, `secret-${Math.random().toString(36).slice(2)}`)
  writeFileSync(path, content)
  return path
}

const read = (env: Record<string, string>) =>
  readConfig(commonConfigSchema, { ...others, ...env }) as Record<string, unknown>

function linesOf(env: Record<string, string>): string[] {
  try {
    read(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.lines
    throw error
  }
  return []
}

/** What a variable needs beside it. */
const beside = (name: string): Record<string, string> =>
  name === 'DATABASE_URL' ? { SIGNALPOST_MASTER_KEY: masterKey } : {}

test('every variable of the schema that can hold a secret has a twin', () => {
  const named = Object.keys(commonConfigSchema.shape).filter((name) =>
    /SECRET|KEY$|PASSWORD|TOKEN|DATABASE_URL|REDIS_URL|SMTP_URL|PROXY$|HEADERS$/.test(name),
  )
  expect([...secretVariables].toSorted()).toEqual(named.toSorted())
  expect(Object.keys(examples).toSorted()).toEqual(named.toSorted())
})

test.each(secretVariables)('%s is read from the file that its twin names', (name) => {
  const value = examples[name] ?? ''
  const direct = read({ ...beside(name), [name]: value })[name]
  for (const end of ['', '\n', '\r\n']) {
    const fromFile = read({ ...beside(name), [`${name}_FILE`]: fileWith(`${value}${end}`) })
    expect(fromFile[name]).toEqual(direct)
  }
  // An empty variable counts as unset, on either side.
  expect(read({ ...beside(name), [name]: '', [`${name}_FILE`]: fileWith(value) })[name]).toEqual(direct)
  expect(read({ ...beside(name), [name]: value, [`${name}_FILE`]: '' })[name]).toEqual(direct)
})

test.each(secretVariables)('%s is refused in one line with its twin, or if the file is missing', (name) => {
  const value = examples[name] ?? ''
  const twin = `${name}_FILE`
  expect(linesOf({ ...beside(name), [name]: value, [twin]: fileWith(value) })).toEqual([
    `${name} and ${twin} are both set; expected one of them`,
  ])
  const missing = join(directory, 'missing')
  expect(linesOf({ ...beside(name), [twin]: missing })).toEqual([
    `${twin} is "${missing}"; expected a readable file with the value, but reading it failed (ENOENT)`,
  ])
  expect(linesOf({ ...beside(name), [twin]: directory })[0]).toContain('EISDIR')
  for (const empty of ['', '\n']) {
    expect(linesOf({ ...beside(name), [twin]: fileWith(empty) })[0]).toContain('but it is empty')
  }
})

test('only one newline at the end is cut', () => {
  const token = read({ SIGNALPOST_METRICS_TOKEN_FILE: fileWith(' two\n\n') }).SIGNALPOST_METRICS_TOKEN
  expect(token).toBe(' two\n')
})

test('a bad value from a file is reported under the name of the twin, and never shown', () => {
  for (const [name, bad] of [
    ['DATABASE_URL', 'mysql://user:hush@host/db'],
    ['REDIS_URL', 'hush'],
    ['SIGNALPOST_MASTER_KEY', 'hush'],
  ] as const) {
    const [line, ...more] = linesOf({ ...beside(name), [`${name}_FILE`]: fileWith(bad) })
    expect(more).toEqual([])
    expect(line).toContain(`${name}_FILE names a file with a bad value (not shown); expected`)
    expect(line).not.toContain('hush')
  }
})

test('a fault of a file and a bad variable are reported together', () => {
  const lines = linesOf({
    DATABASE_URL: 'postgres://h/d',
    SIGNALPOST_MASTER_KEY_FILE: join(directory, 'missing'),
    SIGNALPOST_API_PORT: 'x',
  })
  expect(lines).toHaveLength(2)
  expect(lines.join('\n')).toMatch(/SIGNALPOST_MASTER_KEY_FILE is .*ENOENT/)
  expect(lines.join('\n')).toMatch(/SIGNALPOST_API_PORT is "x"/)
})
