import { warehouseTables } from '@signalpost/domain'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { makePrivateKey } from '../test-support/make-private-key.ts'
import { liveThrough, openSession } from '../test-support/open-session.ts'
import { startBigQueryRig } from '../test-support/rigs/bigquery.ts'
import { expectRows } from '../test-support/samples/expected-state.ts'
import { fullRow } from '../test-support/samples/sample-rows.ts'
import { things } from '../test-support/samples/sample-tables.ts'
import { bigquery } from './bigquery.ts'
import { asBigQueryError, BigQueryError } from './bigquery-error.ts'
import { cursorStatements, inTransaction, statementsFor } from './statements.ts'

const rig = await startBigQueryRig()
const { stub } = rig

afterAll(rig.close)
beforeEach(() => {
  stub.sent.length = 0
})

test('sends the reviewed SQL to create, stage and merge every table', async () => {
  const statements = warehouseTables.flatMap((table) => {
    const batchId = `${table.name}_0_9`
    const merge = {
      staged: `_stg_${batchId}_v${table.version}`,
      orgId: 'org_demo',
      syncedAt: '2026-11-20T09:00:00.000Z',
      batchId,
      rewritesEqual: false,
    }
    const stretch = { orgId: 'org_demo', table, from: 0n, to: 9n }
    const { createTable, createStaged, merge: mergeOf } = statementsFor(table)
    const script = inTransaction([mergeOf(merge), cursorStatements.move(stretch)])
    return [`${createTable};`, `${createStaged(merge.staged)};`, script]
  })
  await expect(`${statements.join('\n\n')}\n`).toMatchFileSnapshot('golden/tables.sql')
})

test('sends the reviewed SQL in the reviewed order from the first write of a table to its drop', async () => {
  await liveThrough(await openSession(rig, await rig.createPlace()))
  const text = stub.sent
    .map(({ sql, params }) => `${params === undefined ? '' : `-- ${JSON.stringify(params)}\n`}${sql};\n`)
    .join('\n')
    .replaceAll(';;', ';')
  await expect(text).toMatchFileSnapshot('golden/life.sql')
})

const steps = ['CREATE TABLE IF NOT EXISTS `_stg_', 'LOAD INTO', 'BEGIN TRANSACTION']

test.each(steps)('leaves nothing behind where %s fails, and does it all the next time', async (step) => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place)
  const batch = await session.batchOf([fullRow('a', 1n), fullRow('b', 1n)])
  stub.refuseNext(step, { message: 'Try again', errors: [{ reason: 'backendError' }] })
  const error = await session.send(batch).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(BigQueryError)
  expect(bigquery.faultOf(error)).toBe('retry')
  await expectRows({ rig, place }, things, [])
  expect(await session.target.readCursor(things)).toBeUndefined()
  await session.send(batch)
  await expectRows({ rig, place }, things, [fullRow('a', 1n), fullRow('b', 1n)])
  expect((await session.target.readCursor(things))?.position).toBe(batch.to)
})

test.each([
  [
    'Access Denied: Dataset: Permission bigquery.tables.create denied.',
    /Run: GRANT `roles\/bigquery\.dataEditor` ON SCHEMA `.+` TO "serviceAccount:.+@.+"$/,
  ],
  [
    'Access Denied: User does not have bigquery.jobs.create permission in project.',
    /Run: gcloud projects add-iam-policy-binding .+ --member=serviceAccount:.+ --role=roles\/bigquery\.jobUser$/,
  ],
])('says what grants the missing right of %j', async (message, grant) => {
  const place = await rig.createPlace()
  stub.refuseNext('CREATE TABLE', { message, code: 403, errors: [{ reason: 'accessDenied' }] })
  const opening = openSession(rig, place)
  await expect(opening).rejects.toThrow(grant)
  expect(bigquery.faultOf(await opening.catch((cause: unknown) => cause))).toBe('configuration')
})

test('rolls the rows back where the cursor cannot move', async () => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place)
  const { dataset } = place
  await stub.query(dataset, 'ALTER TABLE _signalpost_cursors RENAME TO away')
  const error = await session.write([fullRow('a', 1n)]).catch((cause: unknown) => cause)
  expect(bigquery.faultOf(error)).toBe('configuration')
  await expectRows({ rig, place }, things, [])
})

test('waits for the load of the same bytes that began before, and begins none of its own', async () => {
  await using session = await openSession(rig, await rig.createPlace())
  const batch = await session.batchOf([fullRow('a', 1n)])
  const before = stub.loadJobs.length
  await session.target.stage(batch)
  await session.target.stage(batch)
  expect(stub.loadJobs.length - before).toBe(1)
  await session.target.commit(batch)
  const changed = await session.batchOf([fullRow('a', 2n)], { from: batch.from, to: batch.to })
  await session.send(changed)
  expect(stub.loadJobs.length - before).toBe(2)
})

test('loads again where the table of an earlier load is gone', async () => {
  const place = await rig.createPlace()
  const rows = [fullRow('a', 1n)]
  {
    await using ended = await openSession(rig, place)
    await ended.target.stage(await ended.batchOf(rows))
  }
  await using session = await openSession(rig, place)
  await session.write(rows)
  await expectRows({ rig, place }, things, rows)
})

test.each([
  ['rateLimitExceeded', 403, 'throttle'],
  ['quotaExceeded', 403, 'throttle'],
  ['accessDenied', 403, 'configuration'],
  ['notFound', 404, 'configuration'],
  ['invalidQuery', 400, 'configuration'],
  ['invalid', 400, 'configuration'],
  ['invalid', undefined, 'data'],
  ['backendError', 503, 'retry'],
  ['', 429, 'throttle'],
  ['', 413, 'data'],
  ['', 500, 'retry'],
  ['', undefined, 'retry'],
  ['constructor', 500, 'retry'],
] as const)('takes %s with status %s for what it is', (reason, httpStatus, fault) => {
  expect(bigquery.faultOf(new BigQueryError('no', { reason, httpStatus }))).toBe(fault)
})

test('reads what the library throws, and keeps nothing of it but what it says', () => {
  const refused = asBigQueryError(
    Object.assign(new Error('invalid_grant: Invalid JWT Signature.'), {
      status: 400,
      config: { data: 'assertion=hidden' },
    }),
  )
  expect(refused).toMatchObject({ reason: 'invalid_grant', httpStatus: 400 })
  expect(bigquery.faultOf(refused)).toBe('configuration')
  expect(JSON.stringify(refused)).not.toContain('hidden')
  const conflict = asBigQueryError({
    message: 'Transaction is aborted due to concurrent update against table things.',
    errors: [{ reason: 'invalidQuery' }],
  })
  expect(bigquery.faultOf(conflict)).toBe('retry')
  expect(bigquery.faultOf(asBigQueryError({ message: 'getaddrinfo', code: 'ENOTFOUND' }))).toBe('retry')
})

test('asks for the credentials of a service account', () => {
  const account = { type: 'service_account', client_email: 'a@b', private_key: makePrivateKey() }
  const judge = (credentials: string) => bigquery.secrets.safeParse({ credentials })
  expect(judge(JSON.stringify(account)).success).toBe(true)
  const bad = [
    '',
    '{}',
    JSON.stringify({ ...account, type: 'authorized_user' }),
    JSON.stringify({ ...account, private_key: 'x' }),
  ]
  for (const credentials of bad) {
    expect(judge(credentials).error?.issues).toMatchObject([
      { path: ['credentials'], message: expect.stringContaining('service account') },
    ])
  }
})
