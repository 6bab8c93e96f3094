import { warehouseTables } from '@signalpost/domain'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { liveThrough, openSession } from '../test-support/open-session.ts'
import { startSnowflakeRig } from '../test-support/rigs/snowflake.ts'
import { expectRows } from '../test-support/samples/expected-state.ts'
import { fullRow } from '../test-support/samples/sample-rows.ts'
import { things } from '../test-support/samples/sample-tables.ts'
import { snowflake } from './snowflake.ts'
import { SnowflakeError } from './snowflake-error.ts'
import { statementsFor } from './statements.ts'

const rig = await startSnowflakeRig()
const { stub } = rig

afterAll(rig.close)
beforeEach(() => {
  stub.sent.length = 0
})

test('sends the reviewed SQL to create, stage and merge every table', async () => {
  const statements = warehouseTables.flatMap((table) => {
    const { createTable, createStaged, merge } = statementsFor(table)
    return [createTable, createStaged, merge(false)]
  })
  await expect(statements.map((sql) => `${sql};\n`).join('\n')).toMatchFileSnapshot('golden/tables.sql')
})

test('sends the reviewed SQL in the reviewed order from the first write of a table to its drop', async () => {
  await liveThrough(await openSession(rig, await rig.createPlace()))
  const text = stub.sent
    .map(({ sql, binds }) => `${binds.length > 0 ? `-- ${JSON.stringify(binds)}\n` : ''}${sql};\n`)
    .join('\n')
    .replaceAll(/file:\/\/[^']*\//g, 'file:///scratch/')
  await expect(text).toMatchFileSnapshot('golden/life.sql')
})

test('defines nothing within a transaction, which that would commit', async () => {
  await using session = await openSession(rig, await rig.createPlace())
  await session.write([fullRow('a', 1n)])
  await session.write([fullRow('b', 1n)])
  const words = stub.sent.map(({ sql }) => sql.split(' ', 1)[0]).join(' ')
  const transactions = [...words.matchAll(/BEGIN (.*?) COMMIT/g)].map(([, within]) => within)
  expect(transactions).toEqual(['MERGE MERGE', 'MERGE MERGE'])
})

const steps = [
  'CREATE OR REPLACE TEMPORARY',
  'PUT',
  'COPY',
  'REMOVE',
  'BEGIN',
  'MERGE INTO "THINGS"',
  'MERGE INTO "_SIGNALPOST_CURSORS"',
  'COMMIT',
]

test.each(steps)('leaves nothing behind where %s fails, and does it all the next time', async (step) => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place)
  const batch = await session.batchOf([fullRow('a', 1n), fullRow('b', 1n)])
  stub.refuseNext(step, { message: 'SQL execution canceled', code: '000604', sqlState: '57014' })
  const error = await session.send(batch).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(SnowflakeError)
  expect(snowflake.faultOf(error)).toBe('retry')
  await expectRows({ rig, place }, things, [])
  expect(await session.target.readCursor(things)).toBeUndefined()
  await session.send(batch)
  await expectRows({ rig, place }, things, [fullRow('a', 1n), fullRow('b', 1n)])
  expect((await session.target.readCursor(things))?.position).toBe(batch.to)
})

test.each(['ALTER SESSION', 'CREATE TABLE'])('leaves no session open where %s fails', async (step) => {
  const { settings, secrets, libraries = '' } = await rig.createPlace()
  stub.refuseNext(step, { message: 'SQL execution canceled', code: '000604', sqlState: '57014' })
  const before = stub.countSessions()
  const opening = snowflake.open({
    orgId: 'org_demo',
    settings,
    secrets,
    libraries,
    scratch: '',
    bounds: undefined,
  })
  await expect(opening).rejects.toThrow('canceled')
  expect(stub.countSessions()).toBe(before)
})

test.each([
  ['may not create tables', 'CREATE TABLE', { code: '003001', sqlState: '42501' }],
  ['may not use the compute', 'CREATE TABLE', { code: '000606', sqlState: '57P03' }],
])('says what grants a role that %s its rights', async (_name, step, refusal) => {
  const place = await rig.createPlace()
  stub.refuseNext(step, { message: 'Insufficient privileges to operate on schema.', ...refusal })
  const opening = openSession(rig, place)
  await expect(opening).rejects.toThrow(
    /^Insufficient privileges to operate on schema\. Run: GRANT USAGE ON WAREHOUSE ".+" TO ROLE ".+"; GRANT USAGE ON DATABASE ".+" TO ROLE ".+"; GRANT USAGE, CREATE TABLE ON SCHEMA ".+"\.".+" TO ROLE ".+";$/,
  )
  expect(snowflake.faultOf(await opening.catch((cause: unknown) => cause))).toBe('configuration')
})

test('keeps nothing of the library’s errors but what they say', async () => {
  await using session = await openSession(rig, await rig.createPlace())
  stub.refuseNext('SELECT', {
    message: 'Request to Snowflake failed.',
    code: 401002,
    response: { status: 503, config: { headers: { authorization: 'Snowflake Token="hidden"' } } },
  })
  const error = await session.target.readCursor(things).catch((cause: unknown) => cause)
  expect(error).toMatchObject({ code: '401002', httpStatus: 503 })
  expect(JSON.stringify(error)).not.toContain('hidden')
})

test.each([
  ['390100', '', 'configuration'],
  ['390144', '', 'configuration'],
  ['390112', '', 'retry'],
  ['401001', '', 'retry'],
  ['404026', '', 'configuration'],
  ['000604', '57014', 'retry'],
  ['000625', '57014', 'retry'],
  ['000606', '57P03', 'configuration'],
  ['002003', '42S02', 'configuration'],
  ['003001', '42501', 'configuration'],
  ['090073', '22000', 'throttle'],
  ['100038', '22018', 'data'],
  ['100078', '22000', 'data'],
  ['300002', '', 'retry'],
  ['constructor', '', 'retry'],
] as const)('takes %s for what it is', (code, sqlState, fault) => {
  expect(snowflake.faultOf(new SnowflakeError('no', { code, sqlState }))).toBe(fault)
})

test('asks for a key that it can use', () => {
  const judge = (privateKey: string) => snowflake.secrets.safeParse({ privateKey })
  expect(judge(stub.privateKey).success).toBe(true)
  for (const key of ['', stub.privateKey.slice(0, 200), stub.privateKey.replace('PRIVATE', 'PUBLIC')]) {
    const { error } = judge(key)
    expect(error?.issues).toMatchObject([
      { path: ['privateKey'], message: expect.stringContaining('RSA key') },
    ])
  }
})
