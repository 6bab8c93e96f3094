import { pgbouncerAvailable, setOnDatabase, startPgbouncer } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, describe, expect } from 'vitest'
import { checkDatabase } from '../check-database.ts'
import { createDatabase, type Database } from '../database.ts'
import { migrateDatabase } from './migrate-database.ts'

let url: string
let superuserUrl: string
const opened: Database[] = []

test.beforeAll(async ({ testDatabase }) => {
  url = testDatabase.url
  superuserUrl = testDatabase.superuserUrl
})

afterAll(async () => {
  for (const database of opened) await database.destroy()
})

function connect(to: { url: string; mayShareSessions?: boolean }): Database {
  const options = { applicationName: 'test', maxConnections: 1, onConnectionError: () => undefined }
  const { database } = createDatabase({ ...options, ...to })
  opened.push(database)
  return database
}

/** Fails where the tables of a warehouse hide those of the product. */
async function useTables(database: Database): Promise<void> {
  await checkDatabase(database)
  await sql`select org_id, state from signals`.execute(database)
  await sql`select org_id, body from notes`.execute(database)
}

async function pathOf(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(
    database,
  )
  return rows[0]?.path
}

describe('with a schema of the role’s name, such as that of a warehouse in the same database', () => {
  let before: Database
  test.beforeAll(async ({ database }) => {
    before = connect({ url })
    await useTables(before)
    const { rows } = await sql<{ name: string }>`select quote_ident(current_user) as name`.execute(database)
    const schema = sql.raw(String(rows[0]?.name))
    await sql`create schema ${schema}`.execute(database)
    await sql`create table ${schema}.signals (org_id text)`.execute(database)
    await sql`create table ${schema}.notes (org_id text)`.execute(database)
  })

  test('a connection that was open before it uses the tables of the product', () => useTables(before))

  test('a new connection does, and nothing is migrated into that schema', async () => {
    expect(await migrateDatabase({ url })).toEqual([])
    await useTables(connect({ url }))
  })

  test.skipIf(!pgbouncerAvailable())('so does one behind a pooler of transactions', async () => {
    const pooler = await startPgbouncer(url, { pool_mode: 'transaction', default_pool_size: '1' })
    const database = connect({ url: pooler.url, mayShareSessions: true })
    await useTables(database)
    await database.transaction().execute(useTables)
    await database.destroy()
    await pooler.stop()
  })

  test('a search_path of the URL keeps its other schemas', async () => {
    const chosen = connect({ url: `${url}?options=-csearch_path%3Delsewhere,public` })
    expect(await pathOf(chosen)).toBe('public, elsewhere,public')
    await useTables(chosen)
    expect(await pathOf(connect({ url: `${url}?options=-csearch_path%3Delsewhere` }))).toBe('elsewhere')
  })

  test('tables in another schema are found through the search_path of the database', async ({ database }) => {
    await sql`alter schema public rename to "Our tables"`.execute(database)
    await setOnDatabase(superuserUrl, { search_path: '"Our tables", public' })
    const moved = connect({ url })
    await useTables(moved)
    expect(await pathOf(moved)).toBe('"Our tables", public')
  })
})
