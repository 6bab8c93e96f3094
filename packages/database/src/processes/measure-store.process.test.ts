import { startOwnPostgres, waitUntil } from '@signalpost/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, type Database } from '../database.ts'
import { measureStore } from './measure-store.ts'

test('shows an archive that fails, WAL that a slot holds, and a standby', { timeout: 120_000 }, async () => {
  const server = await startOwnPostgres({ durable: true })
  onTestFinished(server.remove)
  const superuser = open(server.superuserUrl)
  for (const setting of [`archive_mode = 'on'`, `archive_command = 'false'`]) {
    await sql.raw(`alter system set ${setting}`).execute(superuser)
  }
  await superuser.destroy()
  await server.stopHard()
  await server.start()

  const operator = open(server.superuserUrl)
  await sql`select pg_create_physical_replication_slot('gone', true)`.execute(operator)
  await sql`select pg_switch_wal()`.execute(operator)
  // The role of the product sees it too.
  const database = open(server.url)
  await waitUntil(
    'the archive has failed',
    async () => (await measureStore(database)).archive?.isFailing === true,
  )
  expect((await measureStore(database)).retainedWalBytes).toBeGreaterThan(0)
  await sql`select pg_drop_replication_slot('gone')`.execute(operator)
  await sql`alter system reset archive_command`.execute(operator)
  await sql`alter system reset archive_mode`.execute(operator)
  await Promise.all([operator.destroy(), database.destroy()])

  await server.failOver(async () => {
    const [ordinary, privileged] = [open(server.url), open(server.superuserUrl)]
    expect(await measureStore(privileged)).toMatchObject({ standbys: 1, standbyLagBytes: expect.any(Number) })
    expect(await measureStore(ordinary)).toMatchObject({ standbys: 1, standbyLagBytes: undefined })
    await Promise.all([ordinary.destroy(), privileged.destroy()])
  })
})

function open(url: string): Database {
  return createDatabase({
    url,
    applicationName: 'test',
    maxConnections: 1,
    onConnectionError: () => undefined,
  }).database
}
