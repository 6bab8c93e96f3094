import { hostileSettings, setOnDatabase } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { createApiKey, createWorkspace, findApiKey, listApiKeys, revokeApiKey } from './access/index.ts'
import { checkDatabase } from './check-database.ts'
import { createDatabase, type Database } from './database.ts'
import { migrateDatabase } from './schema/migrate-database.ts'

let database: Database
let url: string
let superuserUrl: string

test.beforeAll(async ({ testDatabase }) => {
  url = testDatabase.url
  superuserUrl = testDatabase.superuserUrl
  await setOnDatabase(superuserUrl, { ...hostileSettings, synchronous_commit: 'off' })
  database = connect()
  await createWorkspace(database, {
    ...{ orgId: 'org_one', name: 'One', plan: 'standard' },
    ...{ accountIntelligence: true, analysisAllowance: 1 },
  })
})

afterAll(() => database.destroy())

function connect(to = url): Database {
  return createDatabase({ url: to, applicationName: 'test', onConnectionError: () => undefined }).database
}

test('a process is ready', async () => {
  await checkDatabase(database)
  expect(await migrateDatabase({ url })).toEqual([])
})

test('values come back as they were written', async () => {
  const values = {
    instant: new Date('2026-11-20T09:00:00.123Z'),
    early: new Date('0000-01-01T00:00:00.000Z'),
    list: [new Date('2026-02-01T00:00:00.000Z'), null],
    bytes: Buffer.from([0, 39, 92, 255]),
    double: 0.1 + 0.2,
    tiny: Number.MIN_VALUE,
    text: String.raw`a\b 'c' é 🙂 "`,
    texts: ['NULL', String.raw`\x`, null],
    json: { text: String.raw`\ é` },
  }
  const { rows } = await sql<typeof values & { spelled: string }>`
    select ${values.instant}::timestamptz as instant, ${values.early}::timestamptz as early,
           ${values.list}::timestamptz[] as list, ${values.bytes}::bytea as bytes, ${values.double}::float8 as double,
           ${values.tiny}::float8 as tiny, ${values.text}::text as text, ${values.texts}::text[] as texts,
           ${JSON.stringify(values.json)}::jsonb as json,
           ${values.instant}::timestamptz::text || ' ' || interval '1 day 2 hours'::text || ' ' || decode('00ff', 'hex')::text
             as spelled`.execute(database)
  expect(rows).toEqual([{ ...values, spelled: String.raw`2026-11-20 09:00:00.123+00 1 day 02:00:00 \x00ff` }])
  const commit = await sql<{ of: string }>`select current_setting('synchronous_commit') as of`.execute(
    database,
  )
  expect(commit.rows).toEqual([{ of: 'on' }])
})

test('the end of a key is read as it was set', async () => {
  const expiresAt = new Date('2026-02-01T00:00:00.000Z')
  const { keyId } = await createApiKey(database, { orgId: 'org_one', scopes: [], expiresAt })
  expect(await findApiKey(database, keyId)).toMatchObject({ expiresAt, revokedAt: null })
  await revokeApiKey(database, { keyId })
  const [listed] = await listApiKeys(database, { orgId: 'org_one' })
  expect(listed).toMatchObject({ expiresAt, revokedAt: expect.any(Date) })
})

test('a moment that cannot be read is an error, and never the absence of one', async () => {
  const { keyId } = await createApiKey(database, { orgId: 'org_one', scopes: [] })
  await sql`update api_keys set expires_at = '-infinity' where key_id = ${keyId}`.execute(database)
  await expect(findApiKey(database, keyId)).rejects.toThrow('cannot be read')
})

test('a search_path that leaves out our tables is named, and nothing is migrated into another schema', async () => {
  await setOnDatabase(superuserUrl, { search_path: 'elsewhere' })
  const other = connect()
  const reason = 'search_path leaves out the schema public, which has our tables'
  await expect(checkDatabase(other)).rejects.toThrow(reason)
  await expect(migrateDatabase({ url })).rejects.toThrow(reason)
  await setOnDatabase(superuserUrl, { search_path: null })
  await other.destroy()
})

test.for(['SQL_ASCII', 'LATIN1'])(
  'a database whose encoding is %s is named, and nothing is migrated',
  async (encoding, { testServer, onTestFinished }) => {
    const admin = new pg.Client({ connectionString: testServer.superuserUrl })
    await admin.connect()
    const name = `encoded_${encoding.toLowerCase()}`
    const { username } = new URL(url)
    await admin.query(
      `create database ${name} template template0 encoding '${encoding}' locale_provider libc locale 'C' owner ${username}`,
    )
    const encoded = Object.assign(new URL(url), { pathname: `/${name}` }).href
    const other = connect(encoded)
    onTestFinished(async () => {
      await other.destroy()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    })
    const reason = { message: expect.stringContaining('the encoding of the database is not UTF8') }
    await expect(migrateDatabase({ url: encoded })).rejects.toMatchObject(reason)
    await expect(checkDatabase(other)).rejects.toMatchObject({
      ...reason,
      remedy: expect.stringContaining("encoding 'UTF8' template template0"),
    })
    const { rows } = await sql`select from pg_class where relname = 'kysely_migration'`.execute(other)
    expect(rows).toEqual([])
  },
)

test('a database that runs no triggers is named', async () => {
  await setOnDatabase(superuserUrl, { session_replication_role: 'replica' })
  const other = connect()
  await expect(checkDatabase(other)).rejects.toMatchObject({
    message: expect.stringContaining('triggers do not run'),
    remedy: 'Set session_replication_role to origin for the server, the database and the role.',
  })
  await setOnDatabase(superuserUrl, { session_replication_role: null })
  await other.destroy()
})
