import { randomBytes } from 'node:crypto'
import { createSecretBox } from '@signalpost/database'
import { loadSources, recordRejections } from '@signalpost/database/access'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { callForJson } from '../../test-support/call-cli.ts'
import { cliInProcess } from '../../test-support/call-in-process.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

type Record = { [name: string]: unknown }
type Items = { items: Record[] }

let store: CliStore

test.beforeAll(async ({ testDatabase }) => {
  store = openCliStore(testDatabase.url, { SIGNALPOST_INTAKE_URL: 'https://hooks.example.com/' })
  await json(['workspace', 'create', '--id', 'org_acme', '--name', 'Acme'])
})

afterAll(() => store.close())

const json = <Document = Record>(args: string[], input?: string) =>
  callForJson<Document>(store.call, args, input)

const refusal = async (args: string[]) => {
  const { exitCode, stdout } = await store.call([...args, '--json'])
  return { exitCode, ...(JSON.parse(stdout) as Record) }
}

describe('workspace', () => {
  test('is created, updated and listed', async () => {
    const made = await json([
      'workspace',
      'create',
      '--name',
      ' Beta ',
      '--plan',
      'pro',
      '--account-intelligence',
      'on',
    ])
    expect(made).toMatchObject({
      name: ' Beta ',
      plan: 'pro',
      accountIntelligence: true,
      analysisAllowance: 100,
      retentionDays: null,
    })
    expect(made.orgId).toMatch(/^org_[a-z0-9_]{1,60}$/)
    const orgId = String(made.orgId)
    const changed = await json(['workspace', 'update', orgId, '--analysis-allowance', '5'])
    expect(changed).toEqual({ ...made, analysisAllowance: 5 })
    expect((await json<Items>(['workspace', 'list'])).items).toContainEqual(changed)
    const update = (days: string) => ['workspace', 'update', orgId, '--retention-days', days]
    expect(await json(update('7'))).toEqual({ ...changed, retentionDays: 7 })
    const faults = [
      ['31', '--retention-days: expected at most 30, which is SIGNALPOST_LEDGER_DAYS, or default'],
      ['0', 'expected a whole number from 1 to 36500, or default'],
    ] as const
    for (const [days, fault] of faults) {
      const { exitCode, stderr } = await store.call(update(days))
      expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(fault) })
    }
    expect(await json(update('default'))).toEqual(changed)
    const limits = ['--rate', '0', '--jobs', '20', '--listeners', '3']
    const limited = { mostRequestsPerMinute: 0, mostOpenJobs: 20, mostListeners: 3 }
    expect(await json(['workspace', 'update', orgId, ...limits])).toEqual({ ...changed, ...limited })
    const none = await store.call(['workspace', 'update', orgId, '--jobs', '0'])
    expect(none.stderr).toContain('--jobs: expected a whole number from 1 to 10000, or default')
    const usual = ['--rate', 'default', '--jobs', 'default', '--listeners', 'default']
    expect(await json(['workspace', 'update', orgId, ...usual])).toEqual(changed)
    await store.pool.query(
      'delete from channel_health where channel_id in (select channel_id from channels where org_id = $1)',
      [orgId],
    )
    for (const table of ['channels', 'rules', 'workspaces']) {
      await store.pool.query(`delete from ${table} where org_id = $1`, [orgId])
    }
  })

  test('is refused with an id that is taken, and with an unknown one', async () => {
    const again = await refusal(['workspace', 'create', '--id', 'org_acme', '--name', 'Acme'])
    expect(again).toMatchObject({ exitCode: 1, code: 'conflict', message: expect.any(String) })
    const missing = await refusal(['workspace', 'update', 'org_none', '--name', 'x'])
    expect(missing).toMatchObject({ exitCode: 1, code: 'not_found' })
  })
})

describe('key', () => {
  test('is created, listed without its secret, and revoked', async () => {
    const made = await json(['key', 'create', '--scope', 'signals:read', 'export:read', '--expires', '1h'])
    expect(made).toMatchObject({ scopes: ['signals:read', 'export:read'] })
    expect(String(made.apiKey)).toMatch(/^spk_[0-9A-Za-z]+_[0-9A-Za-z]+$/)
    const lifeMs = Date.parse(String(made.expiresAt)) - Date.now()
    expect(lifeMs / 3_600_000).toBeCloseTo(1, 1)

    const listed = (await json<Items>(['key', 'list'])).items.find((item) => item.keyId === made.keyId)
    expect(listed).toMatchObject({
      name: null,
      createdAt: expect.any(String),
      revokedAt: null,
      lastUsedAt: null,
    })
    expect(listed).not.toHaveProperty('apiKey')

    const keyId = String(made.keyId)
    expect(await refusal(['key', 'revoke', keyId, '--workspace', 'org_other'])).toMatchObject({
      code: 'not_found',
    })
    expect(await json(['key', 'revoke', keyId])).toMatchObject({ keyId, revokedAt: expect.any(String) })
    expect(await refusal(['key', 'revoke', 'none'])).toMatchObject({ exitCode: 1, code: 'not_found' })
  })
})

describe('source', () => {
  test('is created with a secret that the intake can read', async () => {
    const made = await json(['source', 'create', '--name', 'Feed', '--rate', '60', '--tolerance', '60'])
    expect(made).toMatchObject({
      intakeUrl: `https://hooks.example.com/hooks/${String(made.sourceId)}`,
      scheme: 'service-v1',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    expect(await loaded(made.sourceId)).toMatchObject({
      orgId: 'org_acme',
      toleranceSeconds: 60,
      ratePerMinute: 60,
      secrets: [{ text: made.secret, validUntil: null }],
    })
    const [listed] = (await json<Items>(['source', 'list'])).items
    expect(listed).toMatchObject({
      sourceId: made.sourceId,
      name: 'Feed',
      scheme: 'service-v1',
      enabled: true,
      lastDeliveryAt: null,
    })
  })

  test("takes the sender's own secret and settings", async () => {
    const settings = ['--setting', 'header=X-Sum', 'encoding=hex', '--secret-file', '-']
    const made = await json(
      ['source', 'create', '--name', 'Own', '--scheme', 'body-hmac', ...settings],
      'their own\n',
    )
    expect(made.secret).toBe('their own')
    expect(await loaded(made.sourceId)).toMatchObject({
      settings: { header: 'x-sum', encoding: 'hex', prefix: '' },
      secrets: [{ text: 'their own' }],
    })
  })

  test('is rotated with an overlap of 24 h by default', async () => {
    const { sourceId, secret: first } = await json(['source', 'create', '--name', 'Rotated'])
    const rotated = await json(['source', 'rotate', String(sourceId)])
    expect(rotated).toEqual({
      sourceId,
      secret: expect.stringMatching(/^whsec_/),
      previousValidUntil: expect.any(String),
    })
    const overlapMs = Date.parse(String(rotated.previousValidUntil)) - Date.now()
    expect(overlapMs / 3_600_000).toBeCloseTo(24, 1)
    expect((await loaded(sourceId))?.secrets.map(({ text }) => text)).toEqual([rotated.secret, first])

    const last = await json(['source', 'rotate', String(sourceId), '--overlap', '0'])
    expect((await loaded(sourceId))?.secrets.map(({ text }) => text)).toEqual([last.secret])
  })

  test('is disabled and enabled', async () => {
    const { sourceId } = await json(['source', 'create', '--name', 'Switched'])
    expect(await json(['source', 'disable', String(sourceId)])).toMatchObject({ sourceId, enabled: false })
    expect((await loaded(sourceId))?.enabled).toBe(false)
    expect(await json(['source', 'enable', String(sourceId)])).toMatchObject({ sourceId, enabled: true })
  })

  test('lists its rejections, newest first', async () => {
    const { sourceId } = await json(['source', 'create', '--name', 'Rejecting'])
    const rejection = {
      ...{ sourceId: String(sourceId), reason: 'mismatch', bytes: 9, address: '192.0.2.1' },
      ...{ finding: 'secret_form', detail: 'newline' },
    }
    const [early, late] = [new Date(1_000), new Date(2_000)]
    await recordRejections(store.database, [
      { ...rejection, at: early, finding: null, detail: null },
      { ...rejection, at: late },
    ])
    const { items } = await json<Items>(['source', 'rejections', String(sourceId)])
    const shown = { reason: 'mismatch', bytes: 9, address: '192.0.2.1' }
    expect(items).toEqual([
      {
        ...shown,
        ...{ at: late.toISOString(), finding: 'secret_form', detail: 'newline' },
        advice: 'Remove the line break at the end of the secret.',
      },
      { ...shown, at: early.toISOString(), finding: null, detail: null, advice: null },
    ])
  })
})

test('--workspace is needed only if there are several', async () => {
  await json(['workspace', 'create', '--id', 'org_second', '--name', 'Second'])
  const unnamed = await store.call(['source', 'list', '--json'])
  expect(unnamed).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: --workspace is needed: there are 2 workspaces\n',
  })
  expect(await json(['source', 'list', '--workspace', 'org_second'])).toEqual({ items: [] })
  expect(await refusal(['source', 'list', '--workspace', 'org_none'])).toMatchObject({ code: 'not_found' })

  for (const unknown of [
    ['signal', 'show', 'sig_none'],
    ['signal', 'assign', 'sig_none', '--to', 'none'],
    ['source', 'disable', 'src_none', '--yes'],
    ['listener', 'show', 'lsn_none'],
    ['collection', 'show', 'col_none'],
  ]) {
    expect(await refusal(unknown), unknown.join(' ')).toMatchObject({ exitCode: 1, code: 'not_found' })
  }

  const { sourceId } = await json(['source', 'create', '--workspace', 'org_second', '--name', 'Theirs'])
  expect(await json(['source', 'disable', String(sourceId)])).toMatchObject({ orgId: 'org_second' })
  const foreign = await refusal(['source', 'disable', String(sourceId), '--workspace', 'org_acme'])
  expect(foreign).toMatchObject({ exitCode: 1, code: 'not_found' })
})

test('the master key is rotated, and a secret that no key opens is named', async () => {
  const { sourceId, secret } = await json([
    'source',
    'create',
    '--workspace',
    'org_acme',
    '--name',
    'Rotating',
  ])
  const newer = randomBytes(32)
  const own = store.masterKey.toString('base64')
  const rotate = (key: string) =>
    cliInProcess({ ...store.environment, SIGNALPOST_MASTER_KEY: key })(['key', 'rotate-master', '--json'])
  const { exitCode, stdout } = await rotate(`${newer.toString('base64')},${own}`)
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ resealed: expect.any(Number), locked: [] })
  const sources = await loadSources(store.database, createSecretBox(newer))
  expect(sources.find((one) => one.sourceId === sourceId)?.secrets[0]?.text).toBe(secret)
  const wrong = await rotate(own)
  expect(wrong.exitCode).toBe(1)
  expect(JSON.parse(wrong.stdout)).toMatchObject({ resealed: 0, locked: expect.arrayContaining([sourceId]) })
  expect(wrong.stderr).toContain('No key opens the secrets of')
  const back = await rotate(`${own},${newer.toString('base64')}`)
  expect(JSON.parse(back.stdout)).toMatchObject({ resealed: expect.any(Number), locked: [] })
})

async function loaded(sourceId: unknown) {
  const sources = await loadSources(store.database, createSecretBox(store.masterKey))
  return sources.find((source) => source.sourceId === sourceId)
}
