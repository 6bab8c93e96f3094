import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { createTestDatabase, hostileSettings, setOnDatabase } from '@signalpost/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../test-support/open-session.ts'
import { postgresRig } from '../test-support/rigs/postgres.ts'
import { bucketsOf } from '../test-support/samples/expected-state.ts'
import { fullRow } from '../test-support/samples/sample-rows.ts'
import { grownThings, things } from '../test-support/samples/sample-tables.ts'
import { type StartedRig, startRigs } from '../test-support/start-rigs.ts'
import { connect } from './connection.ts'
import { postgres } from './postgres.ts'

const { rigs, close } = await startRigs([postgresRig])
const [rig] = rigs as [StartedRig] // it was asked for one
const database = await createTestDatabase()
const superuser = new pg.Client({ connectionString: database.superuserUrl })
beforeAll(() => superuser.connect())
afterAll(async () => {
  await superuser.end()
  await database.drop()
  await close()
})

/** Creates a role with the rights of a statement only. Returns the database's URL for it. */
async function createRole(grant: (role: string) => string): Promise<{ url: string }> {
  const role = `role_${randomBytes(6).toString('hex')}`
  await superuser.query(`create role ${role} login password 'right'; ${grant(role)}`)
  return { url: Object.assign(new URL(database.url), { username: role, password: 'right' }).href }
}

test.each(['pg_catalog', 'Signals', 'a-b', '1st', '', 'x'.repeat(64)])('refuses the schema %j', (schema) => {
  expect(postgres.settings.safeParse({ schema }).success).toBe(false)
})

test.each(['select', 'order', 'user', '_', 'x'.repeat(63)])('writes to the schema %j', async (schema) => {
  const place = { ...(await rig.createPlace()), settings: { schema }, secrets: { url: database.url } }
  await using session = await openSession(rig, place)
  await session.write([fullRow('a', 1n), fullRow('b', 1n)])
  await session.target.prepare(grownThings)
  const { rows } = await superuser.query(`select id from "${schema}".things_current order by id`)
  expect(rows).toEqual([{ id: 'a' }, { id: 'b' }])
  await session.target.dropTables([things])
  expect(await session.target.findFaults(things)).toBeUndefined()
})

test.each(['', 'localhost', 'https://db.example', 'postgres://', 'postgres://a b'])(
  'refuses the url %j',
  (url) => {
    expect(postgres.secrets.safeParse({ url }).success).toBe(false)
  },
)

test('writes to the schema signalpost by default', () => {
  expect(postgres.settings.parse({})).toEqual({ schema: 'signalpost' })
})

test('lets a role read its tables and views, and those that come later', async () => {
  const place = await rig.createPlace()
  const { schema } = place.settings as { schema: string } // its own settings
  const { url } = await createRole(() => '')
  const grantRead = new URL(url).username
  const settings = { schema, grantRead }
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  const keysOf = async (name: string) =>
    (await reader.query<{ id: string }>(`select id from ${schema}.${name}`)).rows.map(({ id }) => id)
  try {
    const secrets = { url: database.url }
    await using before = await openSession(rig, { ...place, settings: { schema }, secrets })
    await before.target.prepare(things)
    await expect(keysOf('things')).rejects.toMatchObject({ code: '42501' })
    await using session = await openSession(rig, { ...place, settings, secrets })
    await session.target.prepare(things)
    await session.write([fullRow('a', 1n)])
    await session.target.prepare({ ...things, name: 'others' })
    expect(await keysOf('things')).toEqual(['a'])
    expect(await keysOf('things_current')).toEqual(['a'])
    expect(await keysOf('others')).toEqual([])
    await expect(reader.query(`delete from ${schema}.things`)).rejects.toMatchObject({ code: '42501' })
  } finally {
    await reader.end()
  }
})

test('grants nothing on what someone else made, and says who has to let a role into their schema', async () => {
  const place = await rig.createPlace()
  const { schema } = place.settings as { schema: string } // its own settings
  await using owner = await openSession(rig, { ...place, secrets: { url: database.url } })
  await owner.write([fullRow('a', 1n)])
  const secrets = await createRole(
    (role) => `grant usage on schema ${schema} to ${role};
               grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
  )
  // It may not even read the view, so a grant on it would fail.
  await superuser.query(`revoke all on ${schema}.things_current from ${new URL(secrets.url).username}`)
  const { url } = await createRole(() => '')
  const grantRead = new URL(url).username
  const withReader = { ...place, settings: { schema, grantRead }, secrets }
  await expect(openSession(rig, withReader)).rejects.toThrow(
    `The schema ${schema} belongs to another role, so its owner has to grant usage on it to ${grantRead}.`,
  )
  await superuser.query(`grant usage on schema ${schema} to ${grantRead}`)
  await using writer = await openSession(rig, withReader)
  await writer.target.prepare(things)
  await writer.write([fullRow('a', 2n)])
  const { rows } = await superuser.query(
    `select has_table_privilege($1, '${schema}.things', 'select') as may`,
    [grantRead],
  )
  expect(rows).toEqual([{ may: false }])
})

test('says that the role to read does not exist', async () => {
  const place = await rig.createPlace()
  const settings = { ...Object(place.settings), grantRead: 'no one "here"' }
  await expect(openSession(rig, { ...place, settings })).rejects.toThrow(
    'The role no one "here" of grantRead does not exist: create it, or name another.',
  )
})

test('needs no right to create anything once its tables are there', async () => {
  const place = await rig.createPlace()
  const { schema } = place.settings as { schema: string } // its own settings
  await using owner = await openSession(rig, { ...place, secrets: { url: database.url } })
  await owner.write([fullRow('a', 1n)])
  const secrets = await createRole(
    (role) => `grant usage on schema ${schema} to ${role};
               grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
  )
  await using writer = await openSession(rig, { ...place, secrets })
  await writer.write([fullRow('a', 2n), fullRow('b', 1n)])
  expect(await writer.target.checksum(things, 2)).toEqual(bucketsOf([fullRow('a', 2n), fullRow('b', 1n)], 2))
})

test('names the statement that gives a role the rights on a table, and the table itself', async () => {
  const place = await rig.createPlace()
  const { schema } = place.settings as { schema: string } // its own settings
  await using owner = await openSession(rig, { ...place, secrets: { url: database.url } })
  await owner.write([fullRow('a', 1n)])
  const secrets = await createRole((role) => `grant usage on schema ${schema} to ${role}`)
  await using writer = await openSession(rig, { ...place, secrets })
  const count = () => writer.target.checksum(things, 2)
  const grow = () => writer.target.prepare(grownThings)
  for (const [refused, work, remedy] of [
    ['permission denied for table', count, 'grant select, insert, update, delete on all tables in schema'],
    ['must be owner of table things', grow, 'alter table'],
  ] as const) {
    const error = await work().catch((cause: unknown) => cause)
    expect(postgres.faultOf(error)).toBe('configuration')
    expect(String(error)).toContain(refused)
    expect(remedyOf(error)).toContain(remedy)
    await superuser.query(remedyOf(error))
    await work()
  }
})

test('needs a person where it may not create a schema', async () => {
  const place = await rig.createPlace()
  const secrets = await createRole(() => 'select')
  const error = await openSession(rig, { ...place, secrets }).catch((cause: unknown) => cause)
  expect(postgres.faultOf(error)).toBe('configuration')
  expect(String(error)).toMatch(/The schema place_\w+ does not exist/)
  await superuser.query(remedyOf(error))
  await using session = await openSession(rig, { ...place, secrets })
  await session.write([fullRow('a', 1n)])
})

test('needs a person where it may not enter a schema', async () => {
  const place = await rig.createPlace()
  await using owner = await openSession(rig, { ...place, secrets: { url: database.url } })
  await owner.write([fullRow('a', 1n)])
  const error = await openSession(rig, { ...place, secrets: await createRole(() => 'select') }).catch(
    (cause: unknown) => cause,
  )
  expect(postgres.faultOf(error)).toBe('configuration')
  expect(String(error)).toMatch(/may not use the schema place_\w+/)
})

test.each([
  ['may not use the schema', () => 'select'],
  ['may create no tables in', (schema: string, role: string) => `grant usage on schema ${schema} to ${role}`],
] as const)('where the user %s an empty one, names the statement that lets it', async (reason, rights) => {
  const schema = `empty_${randomBytes(6).toString('hex')}`
  await superuser.query(`create schema ${schema}`)
  const place = { ...(await rig.createPlace()), settings: { schema } }
  const secrets = await createRole((role) => rights(schema, role))
  const error = await openSession(rig, { ...place, secrets }).catch((cause: unknown) => cause)
  expect(postgres.faultOf(error)).toBe('configuration')
  expect(String(error)).toContain(reason)
  await superuser.query(remedyOf(error))
  await using session = await openSession(rig, { ...place, secrets })
  await session.write([fullRow('a', 1n)])
})

/** The statement that an error names. */
function remedyOf(error: unknown): string {
  return String(error).split('Run: ')[1] ?? ''
}

test('touches no table that it did not create', async () => {
  const schema = `taken_${randomBytes(6).toString('hex')}`
  await superuser.query(`create schema ${schema} authorization signalpost`)
  await superuser.query(`create table ${schema}.things (id text, org_id text)`)
  const place = { ...(await rig.createPlace()), settings: { schema }, secrets: { url: database.url } }
  const error = await openSession(rig, place).catch((cause: unknown) => cause)
  expect(postgres.faultOf(error)).toBe('configuration')
  expect(String(error)).toContain(`The table things of the schema ${schema} was created by something else`)
})

test('starts over where a table was dropped', async () => {
  const place = { ...(await rig.createPlace()), secrets: { url: database.url } }
  const { schema } = place.settings as { schema: string } // its own settings
  await using session = await openSession(rig, place)
  await session.write([fullRow('a', 1n)])
  await superuser.query(`drop table ${schema}.things cascade`)
  expect(await session.target.readCursor(things)).toBeUndefined()
  await session.target.prepare(grownThings)
  expect(await session.target.readCursor(things)).toBeUndefined()
})

test('takes a row that a person inserts, also into a table of an older version', async () => {
  const place = { ...(await rig.createPlace()), secrets: { url: database.url } }
  const { schema } = place.settings as { schema: string } // its own settings
  await using session = await openSession(rig, place)
  const insert = (key: string) =>
    superuser.query(
      `insert into ${schema}.things (org_id, id, _version, _deleted) values ('org_demo', $1, 1, false)
       returning _synced_at > now() - interval '1 minute' as is_recent, _batch_id as batch`,
      [key],
    )
  expect((await insert('by hand')).rows).toEqual([{ is_recent: true, batch: '' }])
  await superuser.query(`
    alter table ${schema}.things
    alter column _synced_at set default current_setting('signalpost.synced_at')::timestamptz,
    alter column _batch_id set default current_setting('signalpost.batch_id')`)
  await session.target.prepare(things)
  expect((await insert('by another hand')).rows).toEqual([{ is_recent: true, batch: '' }])
})

test.each(['prefer', 'require', 'verify-ca'])(
  'connects with sslmode=%s without a warning of the library',
  async (mode) => {
    const script = `
    const { connect } = await import(${JSON.stringify(new URL('./connection.ts', import.meta.url).href)})
    await connect({ url: 'postgres://user@127.0.0.1:1/none?sslmode=${mode}' }).catch(() => undefined)`
    const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    expect(stderr).toBe('')
  },
)

test('stores and compares the same whatever settings the database has', async () => {
  const hostile = await createTestDatabase()
  await setOnDatabase(hostile.superuserUrl, { ...hostileSettings, search_path: 'elsewhere' })
  const place = await rig.createPlace()
  const rows = [fullRow('a', 1n), fullRow('b', 2n)]
  const printedIn = async ({ url }: { url: string }) => {
    await using session = await openSession(rig, { ...place, secrets: { url } })
    await session.write(rows)
    expect(await session.target.checksum(things, 2)).toEqual(bucketsOf(rows, 2))
    // The session closes once this has returned.
    return await session.target.checksumPrinted?.(things, 2)
  }
  expect(await printedIn(hostile)).toEqual(await printedIn(database))
  await hostile.drop()
})

test('waits for no statement, lock or transaction without limit', async () => {
  const connection = await connect({ url: database.url })
  const settings = await connection.query(
    `select setting::int > 0 as is_bounded from pg_settings
     where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`,
  )
  await connection.close()
  expect(settings).toEqual([{ is_bounded: true }, { is_bounded: true }, { is_bounded: true }])
})

test.each([
  { from: 'happened_at = null', to: `happened_at = 'infinity'` },
  { from: 'happened_at = null', to: `happened_at = '-infinity'` },
  { from: `happened_at = '0001-01-01 00:00Z BC'`, to: `happened_at = '0001-01-01 00:00Z'` },
  { from: `happened_at = '1999-01-01 00:00Z'`, to: `happened_at = '11999-01-01 00:00Z'` },
  { from: `happened_at = '2026-11-20 09:00Z'`, to: `happened_at = '2026-11-20 09:00:00.001Z'` },
  { from: 'title = null', to: `title = ''` },
  { from: `title = 'null'`, to: 'title = null' },
  { from: `title = 'a', stage = null`, to: `title = null, stage = 'a'` },
  { from: `title = 'e\u0301'`, to: `title = '\u00e9'` },
  { from: 'amount = 1', to: 'amount = 4294967296' },
  { from: 'amount = 1', to: 'amount = -1' },
  { from: 'score = 0.3', to: 'score = 0.1::double precision + 0.2::double precision' },
  { from: 'score = 0', to: 'score = null' },
  { from: `score = 'NaN'`, to: `score = 'infinity'` },
  { from: 'is_open = false', to: 'is_open = null' },
  { from: `themes = '[]'`, to: 'themes = null' },
  { from: `themes = '["a", "b"]'`, to: `themes = '["a, b"]'` },
  { from: `profile = '[[1], 2]'`, to: `profile = '[[1, 2]]'` },
  { from: `profile = 'null'`, to: `profile = '"null"'` },
  { from: '_deleted = false', to: '_deleted = true' },
  { from: '_version = 1', to: '_version = 2' },
])('a row with $to is printed otherwise than one with $from', async ({ from, to }) => {
  const place = await rig.createPlace()
  const { schema } = place.settings as { schema: string } // its own settings
  await using session = await openSession(rig, { ...place, secrets: { url: database.url } })
  await session.write([fullRow('a', 1n)])
  const printedWith = async (values: string) => {
    await superuser.query(`update ${schema}.things set ${values}`)
    return session.target.checksumPrinted?.(things, 2)
  }
  const before = await printedWith(from)
  expect(before).toMatchObject([{ rows: 1n }])
  expect(await printedWith(to)).not.toEqual(before)
  expect(await printedWith(from)).toEqual(before)
})
