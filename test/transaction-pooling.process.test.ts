import { createDatabase } from '@signalpost/database'
import { createApiKey } from '@signalpost/database/access'
import { createTestDatabase, pgbouncerAvailable, startPgbouncer } from '@signalpost/testing'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createAlerting, startAlertReceiver } from './support/alerting.ts'
import { expectSound } from './support/expect-sound.ts'
import { keepWarehouses, startWarehousePlaces } from './support/product/kept-warehouses.ts'
import { startHarness } from './support/product/start-harness.ts'
import type { Product } from './support/product/start-product.ts'
import { runCommand } from './support/run-command.ts'

const deliveries = 500
const sessions = 6
const settleMs = 180_000

describe.skipIf(!pgbouncerAvailable())('with every process behind PgBouncer in transaction mode', () => {
  test.each(['redis', 'postgres'] as const)(
    'everything works with the queue on %s, past the pooler',
    async (backend) => {
      await using opened = new AsyncDisposableStack()
      const { url: databaseUrl, drop } = await createTestDatabase()
      opened.defer(drop)
      const pooler = await startPgbouncer(databaseUrl, {
        pool_mode: 'transaction',
        default_pool_size: String(sessions),
      })
      opened.defer(pooler.stop)
      const places = await startWarehousePlaces()
      opened.defer(places.stop)
      const receiver = await startAlertReceiver()
      opened.defer(receiver.stop)
      const queue = { SIGNALPOST_QUEUE_DATABASE_URL: databaseUrl }
      const harness = await startHarness({
        ...{ backend, databaseUrl, productDatabaseUrl: pooler.url },
        counts: { intake: 1, worker: 1, api: 1, console: 1 },
        env: { ...places.env, ...receiver.env, ...queue },
      })
      opened.defer(harness.stop)
      const alerting = opened.use(await createAlerting(harness, receiver))
      const warehouses = opened.use(await keepWarehouses(harness, places))

      const outgoing = Array.from({ length: deliveries }, (_, index) =>
        index % 5 === 0 ? alerting.next() : harness.traffic.next(),
      )
      await harness.sender.sendAll(outgoing, 8)
      await expectSound(harness)
      await alerting.settle(settleMs)
      expect((await alerting.judge()).complaints).toEqual([])
      await warehouses.settle(settleMs)
      expect((await warehouses.judge()).complaints).toEqual([])

      // The command line comes through the pooler too. Its verification is a job, which a worker takes.
      const environment = {
        ...{ DATABASE_URL: pooler.url, SIGNALPOST_MASTER_KEY: harness.masterKey },
        ...(harness.productStores.redisUrl && { REDIS_URL: harness.productStores.redisUrl }),
        ...{ ...queue, ...portsOf(harness.product) },
      }
      expect(await runCommand(environment, ['migrate'])).toEqual({ exitCode: 0, json: { applied: [] } })
      expect(await runCommand(environment, ['doctor'])).toMatchObject({ json: { ok: true } })
      const [warehouse] = await harness.query(
        `select warehouse_id as id from warehouses where kind = 'postgres'`,
      )
      const verified = await runCommand(environment, ['warehouse', 'verify', String(warehouse?.id)])
      expect(verified).toMatchObject({ exitCode: 0, json: { equal: true } })

      const { database } = createDatabase({
        ...{ url: databaseUrl, applicationName: 'an operator', maxConnections: 1 },
        onConnectionError: () => undefined,
      })
      opened.defer(() => database.destroy())
      const { apiKey } = await createApiKey(database, {
        orgId: 'org_one',
        scopes: ['pipeline:read', 'export:read'],
      })
      const ask = (path: string) =>
        fetch(`http://127.0.0.1:${harness.product.apis[0]?.port()}${path}`, {
          headers: { authorization: `Bearer ${apiKey}` },
        })
      const listed = (await (await ask('/v1/pipeline')).json()) as { items: { id: string }[] }
      const exported = await (await ask('/v1/exports/pipeline.csv')).text()
      expect(listed.items.length).toBeGreaterThan(0)
      for (const { id } of listed.items) expect(exported).toContain(id)

      expect(harness.product.collapses()).toEqual([])
      expect(await readSettings(pooler.url)).toEqual(await readSettings(databaseUrl))
    },
    300_000,
  )
})

function portsOf({ intakes, apis, workers, consoles }: Product): Record<string, string> {
  const kinds = { INTAKE: intakes, API: apis, WORKER: workers, CONSOLE: consoles }
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, [first]]) => [`SIGNALPOST_${kind}_PORT`, String(first?.port())]),
  )
}

/** What another user of the pooler finds in its sessions, which must be the server's own. */
async function readSettings(url: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: sessions })
  try {
    const found = await Promise.all(
      Array.from({ length: sessions }, () =>
        pool.query<{ settings: string }>(`
          select concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
            current_setting('idle_in_transaction_session_timeout'), current_setting('synchronous_commit'),
            current_setting('timezone'), current_setting('search_path')) as settings, pg_sleep(0.05)`),
      ),
    )
    return [...new Set(found.flatMap(({ rows }) => rows.map(({ settings }) => settings)))]
  } finally {
    await pool.end()
  }
}
