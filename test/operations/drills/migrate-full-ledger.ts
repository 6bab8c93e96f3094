import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { idFloor } from '@signalpost/database'
import { startOwnPostgres, waitUntil } from '@signalpost/testing'
import type { TestContext } from 'vitest'
import { fillLedger } from '../../bench/filling/fill-ledger.ts'
import { openStatements, runStatement } from '../../bench/stage/start-bench-postgres.ts'
import { runCommand } from '../../support/run-command.ts'
import type { SignedSource } from '../../support/sending/sender.ts'
import { checkOutRelease } from '../support/check-out-release.ts'

export type MigrationReport = {
  deliveries: number
  seconds: number
  /** The longest that a migration was seen to hold a lock on a table that the intake needs, which stops it. */
  longestLock: { table: string; ms: number } | undefined
  /** The longest that storing one delivery took meanwhile. */
  longestInsertMs: number
  inserted: number
  complaints: string[]
}

const orgId = 'org_bench'
const pollMs = 20
const killedAfter = '0020'
const main = join(import.meta.dirname, '../../../apps/cli/src/main.ts')

/**
 * Migrates a full ledger of 0.1.0 to this version's schema while rows are stored. Three processes migrate at once, and
 * one of them is killed half-way.
 */
export async function migrateFullLedger(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  { deliveries }: { deliveries: number },
): Promise<MigrationReport> {
  const release = await checkOutRelease('0.1.0')
  onTestFinished(release.remove)
  const postgres = await startOwnPostgres({ durable: true })
  onTestFinished(postgres.remove)
  const databaseUrl = postgres.url
  const masterKey = randomBytes(32).toString('base64')
  const stores = { DATABASE_URL: databaseUrl, SIGNALPOST_MASTER_KEY: masterKey }
  await release.run(stores, ['migrate'])
  await release.run(stores, ['workspace', 'create', '--id', orgId, '--name', orgId])
  // The cast: the release prints these members.
  const source = {
    ...((await release.run(stores, ['source', 'create', '--name', 'Sender'])) as SignedSource),
    orgId,
  }
  await fillLedger({ databaseUrl, masterKey, source }, { count: deliveries })

  const locks = watchLocks(databaseUrl)
  const writer = storeSteadily(databaseUrl, source)
  const beganAtMs = performance.now()
  const complaints: string[] = []
  try {
    const migrating = [migrate(stores), migrate(stores), migrate(stores)]
    const isHalfWay = async (): Promise<boolean> =>
      (await runStatement(databaseUrl, `select from kysely_migration where name >= '${killedAfter}'`))
        .length > 0
    await waitUntil('half of the migrations ran', isHalfWay, { limitMs: 600_000 })
    migrating[0]?.kill()
    const [, ...codes] = await Promise.all(migrating.map(({ ended }) => ended))
    complaints.push(...codes.filter((code) => code !== 0).map((code) => `migrate ended with ${code}`))
  } finally {
    await locks.end()
    await writer.end()
  }
  const seconds = Math.round((performance.now() - beganAtMs) / 1_000)
  const { json: plan } = await runCommand(stores, ['migrate', '--plan'])
  if (JSON.stringify(plan) !== '{"pending":[]}') complaints.push(`still to run: ${JSON.stringify(plan)}`)
  const [row] = await runStatement(databaseUrl, 'select count(*)::int as kept from deliveries')
  if (row?.kept !== deliveries + writer.figures().inserted) complaints.push(`${String(row?.kept)} are left`)
  return { deliveries, seconds, longestLock: locks.longest(), ...writer.figures(), complaints }
}

function migrate(env: Record<string, string>): { ended: Promise<number | null>; kill: () => void } {
  const child = spawn(process.execPath, [main, 'migrate'], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'close').then(() => child.exitCode)
  return { ended, kill: () => void child.kill('SIGKILL') }
}

/** Looks again and again for locks of migrations beside which no row can be stored or no source be read. */
function watchLocks(databaseUrl: string) {
  const firstSeenMs = new Map<string, number>()
  let longest: MigrationReport['longestLock']
  const look = (rows: Record<string, unknown>[]): void => {
    const nowMs = performance.now()
    for (const { table, transaction } of rows) {
      const key = `${String(table)} ${String(transaction)}`
      const firstMs = firstSeenMs.get(key) ?? nowMs
      firstSeenMs.set(key, firstMs)
      const ms = Math.round(nowMs - firstMs)
      if (ms > (longest?.ms ?? -1)) longest = { table: String(table), ms }
    }
  }
  const watching = repeat(databaseUrl, async (query) => look(await query(lockedTables)))
  return { longest: () => longest, end: watching.end }
}

const lockedTables = `
  select relation.relname as table, held.virtualtransaction as transaction
  from pg_locks held
  join pg_class relation on relation.oid = held.relation
  join pg_stat_activity session using (pid)
  where held.granted and session.application_name = 'signalpost migrate'
    and held.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    and relation.relname ~ '^(requests|deliveries|sources|source_registry|source_secrets)'
    and relation.relkind in ('r', 'p')`

/** Stores one delivery after another, in the statement that the oldest version would use. */
function storeSteadily(databaseUrl: string, { sourceId }: Pick<SignedSource, 'sourceId'>) {
  let inserted = 0
  let longestInsertMs = 0
  const storing = repeat(databaseUrl, async (query) => {
    const beganAtMs = performance.now()
    await query(storeOne, [sourceId, orgId, String(inserted), idFloor('dlv_', Date.now())])
    longestInsertMs = Math.max(longestInsertMs, Math.round(performance.now() - beganAtMs))
    inserted += 1
  })
  return { figures: () => ({ inserted, longestInsertMs }), end: storing.end }
}

const storeOne = `
  with made as (select $4 || 'z' || lpad($3, 15, '0') as id),
  stored as (
    insert into requests (request_id, source_id, received_at, trace_id, signature_headers, body, sha256)
    select id, $1, now(), 'drill', '{}', '{}', sha256('{}') from made)
  insert into deliveries
    (delivery_id, request_id, index, batch_id, org_id, source_id, event_id, type, received_at, status, attempts, due_at)
  select id, id, 0, 'bat_' || substr(id, 5), $2, $1, 'evt_new_' || $3, 'ping', now(), 'queued', 0, now() from made`

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** Works on one connection, again and again, until it is ended. */
function repeat(databaseUrl: string, work: (query: Query) => Promise<void>): { end: () => Promise<void> } {
  let isEnded = false
  const run = async (): Promise<void> => {
    const { query, close } = await openStatements(databaseUrl)
    try {
      while (!isEnded) {
        await work(query)
        await sleep(pollMs)
      }
    } finally {
      await close()
    }
  }
  const running = run()
  // The error is thrown at the end; until then it must not be an unhandled rejection.
  running.catch(() => undefined)
  return {
    end: async () => {
      isEnded = true
      await running
    },
  }
}
