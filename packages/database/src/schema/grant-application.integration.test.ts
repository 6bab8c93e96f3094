import { randomBytes } from 'node:crypto'
import { dayMs } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { recordAudit } from '../acts/index.ts'
import { createDatabase, type Database, type DatabasePool } from '../database.ts'
import { grantApplication, readAuditGuard } from './grant-application.ts'
import { migrateDatabase } from './migrate-database.ts'
import { createPartitions, dropExpiredPartitions } from './partitions.ts'

const role = `app_${randomBytes(4).toString('hex')}`
const opened: Database[] = []
let ownerUrl: string
let owner: Database
let app: { database: Database; pool: DatabasePool }
let superuser: Database

function connect(url: string): { database: Database; pool: DatabasePool } {
  const connection = createDatabase({ url, applicationName: 'test', onConnectionError: () => undefined })
  opened.push(connection.database)
  return connection
}

test.beforeAll(async ({ testDatabase, database }) => {
  owner = database
  ownerUrl = testDatabase.url
  superuser = connect(testDatabase.superuserUrl).database
  const { username } = new URL(ownerUrl)
  await sql`create role ${sql.id(role)} login password 'secret'`.execute(superuser)
  await sql`grant ${sql.id(role)} to ${sql.id(username)}`.execute(superuser)
  await grantApplication(owner, role)
  app = connect(Object.assign(new URL(ownerUrl), { username: role, password: 'secret' }).href)
  await app.database.transaction().execute((transaction) =>
    recordAudit(transaction, [
      {
        ...{ orgId: null, actor: { kind: 'cli', id: 'root' }, act: 'test', address: null, requestId: null },
        ...{ target: { type: 'test', id: 'test' }, before: null, after: null },
      },
    ]),
  )
})

afterAll(async () => {
  await sql`drop owned by ${sql.id(role)}`.execute(superuser)
  await sql`drop role ${sql.id(role)}`.execute(superuser)
  for (const database of opened) await database.destroy()
})

test('the guard of the audit log is out of reach for the role, and within that of the owner', async () => {
  expect(await readAuditGuard(app.database)).toEqual({ isGuarded: true, couldUnguard: false })
  expect(await readAuditGuard(owner)).toEqual({ isGuarded: true, couldUnguard: true })
  await sql`alter table audit_log disable trigger audit_log_is_append_only`.execute(owner)
  expect(await readAuditGuard(app.database)).toEqual({ isGuarded: false, couldUnguard: false })
  await sql`alter table audit_log enable trigger audit_log_is_append_only`.execute(owner)
  await sql`grant set on parameter session_replication_role to ${sql.id(role)}`.execute(superuser)
  expect(await readAuditGuard(app.database)).toEqual({ isGuarded: true, couldUnguard: true })
  await sql`revoke set on parameter session_replication_role from ${sql.id(role)}`.execute(superuser)
})

test.for([
  'drop trigger audit_log_is_append_only on audit_log',
  'alter table audit_log disable trigger all',
  'alter table audit_log disable trigger audit_log_is_append_only',
  'alter table audit_log rename to other',
  'drop table audit_log',
  'truncate audit_log',
  'delete from audit_log',
  "update audit_log set act = 'other'",
  'create or replace rule quiet as on insert to audit_log do instead nothing',
  'create trigger other before insert on audit_log for each row execute function refuse_audit_change()',
  "create or replace function refuse_audit_change() returns trigger language plpgsql as 'begin return old; end'",
  'drop function refuse_audit_change() cascade',
  'drop schema public cascade',
  'set session_replication_role to replica',
  'delete from kysely_migration',
])('the role may not %s', async (statement) => {
  await expect(app.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  const { rows } = await app.pool.query("select act from audit_log where act = 'test'")
  expect(rows).toHaveLength(1)
})

test('the role creates partitions, and drops its own and those that the owner created', async () => {
  const nowMs = Date.now() + 30 * dayMs
  await createPartitions(app.database, { nowMs, daysAhead: 2 })
  await createPartitions(owner, { nowMs: nowMs + 5 * dayMs, daysAhead: 2 })
  const dropped = await dropExpiredPartitions(app.database, { nowMs: nowMs + 60 * dayMs, ledgerDays: 30 })
  // Four days of three tables by each role, and those of the template.
  expect(dropped.length).toBeGreaterThanOrEqual(24)
  await createPartitions(app.database, { nowMs: Date.now() })
})

test('tables of later migrations are the role’s to use, and the grants may be repeated', async () => {
  await grantApplication(owner, role)
  const created = sql`create table added_later (id bigint generated always as identity, word text)`
  await created.execute(owner)
  await app.pool.query("insert into added_later (word) values ('one')")
  await sql`drop table added_later`.execute(owner)
  expect(await migrateDatabase({ url: ownerUrl })).toEqual([])
})

test.for([
  ['nobody_there', /there is no such role\. Create it first/],
  ['pg_read_all_data', /the owner must be a member of the role: grant pg_read_all_data to /],
  ['postgres', /the role is a superuser/],
] as const)('the role %s is refused', async ([name, message]) => {
  await expect(grantApplication(owner, name)).rejects.toMatchObject({
    issues: [{ path: '--grant-to', message: expect.stringMatching(message) }],
  })
})

test('the owner itself is refused', async () => {
  await expect(grantApplication(owner, new URL(ownerUrl).username)).rejects.toThrow('cannot be granted')
})
