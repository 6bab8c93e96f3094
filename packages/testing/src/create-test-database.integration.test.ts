import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './index.ts'

let one: TestDatabase
let other: TestDatabase

beforeAll(async () => {
  ;[one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
})

afterAll(() => Promise.all([one.drop(), other.drop()]))

test('is migrated, empty and not shared', async () => {
  const tables = "select count(*)::int from pg_tables where schemaname = 'public'"
  expect(await query(one.url, tables)).toBeGreaterThan(3)
  await query(one.url, 'create table mine ()')
  await expect(query(other.url, 'select * from mine')).rejects.toMatchObject({ code: '42P01' })
})

test('is used by the role that the product uses, which is no superuser', async () => {
  expect(await query(one.url, "select current_setting('is_superuser')")).toBe('off')
  expect(await query(one.superuserUrl, "select current_setting('is_superuser')")).toBe('on')
})

async function query(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}
