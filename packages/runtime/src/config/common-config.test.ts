import { expect, test } from 'vitest'
import { commonConfigSchema, warehouseBoundsOf } from './common-config.ts'
import { modelsOf } from './models-config.ts'
import { readConfig } from './read-config.ts'

const masterKey = Buffer.alloc(32, 7).toString('base64')

const read = (env: Record<string, string>) => readConfig(commonConfigSchema, env)

test('warehouses of the console lie in files only below a directory that is named', () => {
  const directoryOf = (env: Record<string, string>) => warehouseBoundsOf(read(env)).directory
  expect(directoryOf({})).toBeUndefined()
  expect(directoryOf({ SIGNALPOST_WAREHOUSE_DIR: '/var/lib/warehouses' })).toBe('/var/lib/warehouses')
})

test('commonConfigSchema needs nothing', () => {
  expect(read({})).toMatchObject({
    SIGNALPOST_DATA_DIR: '.signalpost',
    SIGNALPOST_INTAKE_PORT: 4100,
    SIGNALPOST_INTAKE_PROCESSES: 1,
    SIGNALPOST_API_PORT: 4200,
    SIGNALPOST_WORKER_PORT: 4300,
    SIGNALPOST_SEARCHER_PORT: 4500,
    SIGNALPOST_CELL: 'default',
    SIGNALPOST_LOG_LEVEL: 'info',
    SIGNALPOST_DRAIN_SECONDS: 0,
    SIGNALPOST_KEEP_ALIVE_SECONDS: 75,
    SIGNALPOST_MAX_BODY_BYTES: 1_048_576,
    SIGNALPOST_MAX_ATTEMPTS: 12,
    SIGNALPOST_LEDGER_DAYS: 30,
    SIGNALPOST_DEDUP_DAYS: 90,
    SIGNALPOST_RATE_PER_MINUTE: 600,
    SIGNALPOST_WORKSPACE_JOBS: 5,
    SIGNALPOST_WORKSPACE_LISTENERS: 1_000,
  })
})

test('commonConfigSchema spells out that the certificate of the database is checked', () => {
  const urlOf = (query: string) =>
    read({ DATABASE_URL: `postgres://h/d${query}`, SIGNALPOST_MASTER_KEY: masterKey }).DATABASE_URL
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
    expect(urlOf(`?sslmode=${mode}&sslrootcert=${import.meta.filename}`)).toBe(
      `postgres://h/d?sslmode=verify-full&sslrootcert=${import.meta.filename}`,
    )
  }
  for (const query of ['', '?sslmode=disable', '?sslmode=require&uselibpqcompat=true']) {
    expect(urlOf(query)).toBe(`postgres://h/d${query}`)
  }
})

test('commonConfigSchema names files for TLS that cannot be read', () => {
  const file = import.meta.filename
  const files = 'expected readable files in sslrootcert, sslcert and sslkey, the last two together'
  const readUrls = (query: string) =>
    read({
      DATABASE_URL: `postgres://h/d?${query}`,
      REDIS_URL: `rediss://a?${query},rediss://b`,
      SIGNALPOST_MASTER_KEY: masterKey,
    })
  for (const query of ['sslrootcert=/none', `sslrootcert=${import.meta.dirname}`, `sslcert=${file}`]) {
    expect(() => readUrls(query)).toThrow(files)
  }
  expect(readUrls(`sslrootcert=${file}&sslcert=${file}&sslkey=${file}`).REDIS_URL).toContain('rediss://b')
  expect(() => read({ REDIS_URL: `redis://a?sslrootcert=${file}` })).toThrow(
    'expected rediss:// with sslrootcert, sslcert and sslkey',
  )
})

test('commonConfigSchema reads a master key to its bytes', () => {
  expect(read({ SIGNALPOST_MASTER_KEY: masterKey }).SIGNALPOST_MASTER_KEY).toEqual([Buffer.alloc(32, 7)])
  const older = Buffer.alloc(32, 8).toString('base64')
  expect(read({ SIGNALPOST_MASTER_KEY: `${masterKey},${older}` }).SIGNALPOST_MASTER_KEY).toEqual([
    Buffer.alloc(32, 7),
    Buffer.alloc(32, 8),
  ])
})

test.each([
  'c2hvcnQ=',
  masterKey.replace('=', ''),
  `${masterKey.slice(0, 42)}d=`,
  `${masterKey}\n`,
  `${masterKey},`,
  `,${masterKey}`,
  `${masterKey},c2hvcnQ=`,
  `${masterKey},${masterKey}`,
  [7, 8, 9].map((byte) => Buffer.alloc(32, byte).toString('base64')).join(','),
])('commonConfigSchema refuses the master key %j without showing it', (key) => {
  expect(() => read({ SIGNALPOST_MASTER_KEY: key })).toThrow(
    /^SIGNALPOST_MASTER_KEY has a bad value \(not shown\); expected 32 bytes in base64/,
  )
})

test('commonConfigSchema wants a master key with a database of its own, and tells it beside other faults', () => {
  expect(() => read({ DATABASE_URL: 'postgres://h/d', SIGNALPOST_API_PORT: 'x' })).toThrow(
    /SIGNALPOST_API_PORT is "x".*\nSIGNALPOST_MASTER_KEY is not set; with DATABASE_URL it must be 32 bytes/,
  )
})

test('commonConfigSchema wants identities remembered at least as long as the ledger', () => {
  expect(() => read({ SIGNALPOST_LEDGER_DAYS: '91' })).toThrow(
    'SIGNALPOST_DEDUP_DAYS is not set; expected at least SIGNALPOST_LEDGER_DAYS',
  )
  expect(read({ SIGNALPOST_LEDGER_DAYS: '91', SIGNALPOST_DEDUP_DAYS: '91' }).SIGNALPOST_DEDUP_DAYS).toBe(91)
})

test.each([
  ['SIGNALPOST_CELL', 'EU'],
  ['SIGNALPOST_CELL', 'europe'],
  ['SIGNALPOST_API_PORT', '65536'],
  ['SIGNALPOST_API_PORT', '-1'],
  ['SIGNALPOST_API_PORT', '4.2e3'],
  ['SIGNALPOST_API_PORT', ' 4200'],
  ['SIGNALPOST_LOG_LEVEL', 'verbose'],
  ['SIGNALPOST_LOG_LEVEL', 'INFO'],
  ['SIGNALPOST_DRAIN_SECONDS', '15s'],
  ['SIGNALPOST_KEEP_ALIVE_SECONDS', '0'],
  ['SIGNALPOST_INTAKE_PROCESSES', '0'],
  ['SIGNALPOST_INTAKE_PROCESSES', '65'],
  ['SIGNALPOST_MAX_BODY_BYTES', '1mb'],
  ['SIGNALPOST_DATABASE_CONNECTIONS', '0'],
  ['SIGNALPOST_DATABASE_CONNECTIONS', '-1'],
  ['SIGNALPOST_RATE_PER_MINUTE', '0'],
  ['SIGNALPOST_WORKSPACE_RATE_PER_MINUTE', '-1'],
  ['SIGNALPOST_WORKSPACE_JOBS', '0'],
  ['SIGNALPOST_WORKSPACE_LISTENERS', 'many'],
  ['DATABASE_URL', 'localhost:5432'],
  ['DATABASE_URL', 'postgres:host'],
  ['SIGNALPOST_QUEUE_DATABASE_URL', 'redis://localhost'],
  ['REDIS_URL', 'http://localhost'],
  ['REDIS_URL', 'redis://a:1,,redis://b:2'],
  ['SIGNALPOST_LOGIN_WAYS', 'link, password'],
  ['SIGNALPOST_LOGIN_WAYS', 'mail'],
  ['SIGNALPOST_LOGIN_WAYS', 'oidc'],
  ['SIGNALPOST_LOGIN_WAYS', 'mail,oidc'],
  ['SIGNALPOST_OIDC_TRUST_EMAIL', 'yes'],
  ['SIGNALPOST_SESSION_IDLE_MINUTES', '4'],
  ['SIGNALPOST_SESSION_IDLE_MINUTES', '10081'],
  ['SIGNALPOST_SESSION_HOURS', '0'],
  ['SIGNALPOST_SECURITY_CONTACT', 'security'],
  ['SIGNALPOST_SECURITY_CONTACT', 'http://example.com/security'],
  ['SIGNALPOST_HOST', 'http://localhost'],
  ['SIGNALPOST_HOST', 'a b'],
  ['SIGNALPOST_PUBLIC_URL', 'signals.example.com'],
  ['SIGNALPOST_PUBLIC_URL', 'https://signals.example.com?x'],
  ['SIGNALPOST_TRUSTED_PROXIES', '10.0.0.1-10.0.0.9'],
  ['SIGNALPOST_TRUSTED_PROXIES', '10.0.0.0/8,'],
  ['SIGNALPOST_OUTGOING_PROXY', 'proxy.example.com:3128'],
  ['SIGNALPOST_OUTGOING_PROXY', 'https://proxy.example.com'],
  ['SIGNALPOST_OUTGOING_PROXY', 'http://proxy.example.com/path'],
  ['SIGNALPOST_OUTGOING_PROXY_EXCEPT', 'a.example.com,'],
  ['SIGNALPOST_OUTGOING_PROXY_EXCEPT', 'https://a.example.com'],
  ['SIGNALPOST_OUTGOING_PROXY_EXCEPT', '10.0.0.0/33'],
  ['SIGNALPOST_OUTGOING_PROXY_EXCEPT', 'a.*.example.com'],
  ['SIGNALPOST_OIDC_ISSUER', 'accounts.example.com'],
  ['SIGNALPOST_OIDC_ISSUER', 'http://accounts.example.com'],
  ['SIGNALPOST_OIDC_ISSUER', 'https://accounts.example.com?x'],
  ['SIGNALPOST_OIDC_DOMAINS', 'example'],
  ['SIGNALPOST_OIDC_DOMAINS', '*.example.com'],
  ['SIGNALPOST_OIDC_DOMAINS', '@example.com'],
  ['SIGNALPOST_OIDC_DOMAINS', '.example.com'],
  ['SIGNALPOST_OIDC_DOMAINS', 'example.com,'],
  ['SIGNALPOST_OIDC_DOMAINS', 'example.com example.org'],
])('commonConfigSchema refuses %s=%j', (name, value) => {
  expect(() => read({ SIGNALPOST_MASTER_KEY: masterKey, [name]: value })).toThrow(
    new RegExp(`^${name} (is|has)`),
  )
})

test.each([
  'redis-sentinel://a:26379,b:26379/mymaster',
  'redis+sentinel://a:26379/mymaster/0',
  'rediss+sentinel://a:26379/mymaster',
  'sentinel://a:26379',
  'redis://a:6379,redis-sentinel://b:26379',
])('commonConfigSchema says of %s that Sentinel is not supported, and what is', (url) => {
  expect(() => read({ SIGNALPOST_MASTER_KEY: masterKey, REDIS_URL: url })).toThrow(
    /^REDIS_URL is .*; Redis Sentinel is not supported; expected redis:\/\/host:6379 of an address that follows the primary, or the nodes of a Redis Cluster$/,
  )
})

test.each([
  ['SIGNALPOST_API_PORT', '0', 0],
  [
    'DATABASE_URL',
    'postgresql://u:p@h:5432/d?sslmode=verify-full',
    'postgresql://u:p@h:5432/d?sslmode=verify-full',
  ],
  ['DATABASE_URL', 'postgres:///d?host=/run/postgresql', 'postgres:///d?host=/run/postgresql'],
  ['REDIS_URL', 'rediss://:p@h:6380/1', 'rediss://:p@h:6380/1'],
  ['REDIS_URL', 'redis://a:1,redis://b:2', 'redis://a:1,redis://b:2'],
  ['SIGNALPOST_HOST', '::', '::'],
  ['SIGNALPOST_HOST', 'node-1.internal', 'node-1.internal'],
  ['SIGNALPOST_PUBLIC_URL', 'https://example.com/signals/', 'https://example.com/signals'],
  [
    'SIGNALPOST_OUTGOING_PROXY',
    'http://us%3Aer:p%40ss@[::1]:3128',
    { host: '::1', port: 3128, authorization: `Basic ${btoa('us:er:p@ss')}` },
  ],
  [
    'SIGNALPOST_OUTGOING_PROXY',
    'http://proxy.example.com',
    { host: 'proxy.example.com', port: 80, authorization: undefined },
  ],
  ['SIGNALPOST_OIDC_DOMAINS', 'Example.com, bücher.example', ['example.com', 'xn--bcher-kva.example']],
])('commonConfigSchema takes %s=%j', (name, value, expected) => {
  expect(read({ SIGNALPOST_MASTER_KEY: masterKey, [name]: value })).toMatchObject({ [name]: expected })
})

test('commonConfigSchema wants the id and the secret of the client with an issuer', () => {
  const client = { SIGNALPOST_OIDC_CLIENT_ID: 'id', SIGNALPOST_OIDC_CLIENT_SECRET: 'secret' }
  for (const issuer of ['https://accounts.example.com', 'http://127.0.0.1:3000', 'http://localhost:3000/a']) {
    expect(read({ SIGNALPOST_OIDC_ISSUER: issuer, ...client }).SIGNALPOST_OIDC_ISSUER).toBe(issuer)
    for (const name of Object.keys(client)) {
      expect(() => read({ SIGNALPOST_OIDC_ISSUER: issuer, ...client, [name]: '' })).toThrow(
        `${name} is not set; with SIGNALPOST_OIDC_ISSUER it must be the`,
      )
    }
  }
})

test('commonConfigSchema reads networks of both families', () => {
  const { SIGNALPOST_TRUSTED_PROXIES: proxies } = read({
    SIGNALPOST_TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8',
  })
  expect(proxies.has('10.9.8.7')).toBe(true)
  expect(proxies.has('::ffff:10.9.8.7')).toBe(true)
  expect(proxies.has('fd12::1')).toBe(true)
  expect(proxies.has('11.0.0.1')).toBe(false)
  expect(proxies.has('not an address')).toBe(false)
  expect(read({}).SIGNALPOST_TRUSTED_PROXIES.has('127.0.0.1')).toBe(false)
})

test('a rerank model needs an address alone', () => {
  const url = 'https://models.example.com/v1'
  expect(modelsOf(read({ SIGNALPOST_RERANK_API_KEY: 'key' })).reranker).toBeUndefined()
  expect(modelsOf(read({ SIGNALPOST_RERANK_URL: `${url}/` })).reranker).toEqual({
    ...{ url, key: undefined, model: undefined, bar: 0.5, dailyCalls: 200 },
  })
  const given = {
    ...{ SIGNALPOST_RERANK_URL: url, SIGNALPOST_RERANK_API_KEY: 'key', SIGNALPOST_RERANK_MODEL: 'small' },
    ...{ SIGNALPOST_RERANK_BAR: '-2.25', SIGNALPOST_RERANK_DAILY_CALLS: '0' },
  }
  expect(modelsOf(read(given)).reranker).toEqual({
    ...{ url, key: 'key', model: 'small', bar: -2.25, dailyCalls: 0 },
  })
})

test.for(['high', '1e3', '101', '.5', 'NaN'])('refuses %s as the bar of a rerank model', (bar) => {
  expect(() => read({ SIGNALPOST_RERANK_BAR: bar })).toThrow(
    /SIGNALPOST_RERANK_BAR.*expected a number from -100 to 100, such as 0\.5/,
  )
})

test.each<[host: string | undefined, url: string, isTaken: boolean]>([
  ['0.0.0.0', 'http://console.example.com', false],
  ['::', 'http://console.example.com', false],
  ['192.0.2.7', 'http://192.0.2.7:4400', false],
  ['node-1.internal', 'http://node-1.internal:4400', false],
  ['0.0.0.0', 'https://console.example.com', true],
  ['0.0.0.0', 'http://localhost:4400', true],
  ['::', 'http://[::1]:4400', true],
  ['127.0.0.1', 'http://console.example.com', true],
  ['::1', 'http://console.example.com', true],
  [undefined, 'http://console.example.com', true],
])('with the host %s, the console may be at %s: %s', (host, url, isTaken) => {
  const env = { SIGNALPOST_CONSOLE_URL: url, ...(host !== undefined && { SIGNALPOST_HOST: host }) }
  if (isTaken) expect(read(env).SIGNALPOST_CONSOLE_URL).toBe(url)
  else expect(() => read(env)).toThrow(/SIGNALPOST_CONSOLE_URL .*expected https/)
})

test('with a database of its own, an installation lets other machines in, so its console needs https', () => {
  const env = {
    ...{ DATABASE_URL: 'postgres://h/d', SIGNALPOST_MASTER_KEY: masterKey },
    SIGNALPOST_CONSOLE_URL: 'http://console.example.com',
  }
  expect(() => read(env)).toThrow('expected https')
})

test('an address without a word of the provider is never trusted where every tenant of Entra logs in', () => {
  const oidc = {
    SIGNALPOST_OIDC_CLIENT_ID: 'x',
    SIGNALPOST_OIDC_CLIENT_SECRET: 'y',
    SIGNALPOST_OIDC_TRUST_EMAIL: 'on',
  }
  const readFor = (tenant: string) =>
    read({ ...oidc, SIGNALPOST_OIDC_ISSUER: `https://login.microsoftonline.com/${tenant}/v2.0` })
  for (const tenant of ['common', 'organizations', 'consumers']) {
    expect(() => readFor(tenant)).toThrow('the issuer must name one tenant')
  }
  expect(readFor('8d4c2f6e-0000-4000-8000-000000000000').SIGNALPOST_OIDC_TRUST_EMAIL).toBe(true)
})

test('the ways to log in are all, or those that are named', () => {
  expect(read({}).SIGNALPOST_LOGIN_WAYS).toEqual(['link', 'mail', 'oidc'])
  const oidc = {
    SIGNALPOST_OIDC_ISSUER: 'https://id.example.com',
    ...{ SIGNALPOST_OIDC_CLIENT_ID: 'x', SIGNALPOST_OIDC_CLIENT_SECRET: 'y' },
  }
  expect(read({ ...oidc, SIGNALPOST_LOGIN_WAYS: 'oidc' }).SIGNALPOST_LOGIN_WAYS).toEqual(['oidc'])
  expect(read({ SIGNALPOST_LOGIN_WAYS: 'mail, link' }).SIGNALPOST_LOGIN_WAYS).toEqual(['link', 'mail'])
})
