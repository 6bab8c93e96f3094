import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { defineFault, type Fault, type Scene } from '../fault.ts'

const troubleMs = 3_000
const cancelIntervalMs = 20
const failingShare = 0.3
const ofProduct = `application_name like 'signalpost %' and datname = current_database()`

export const terminateSessions = defineFault({
  name: 'postgres-sessions-terminated',
  strike: async ({ harness }) => {
    await harness.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ofProduct}`)
  },
})

export const terminateListeners = defineFault({
  name: 'postgres-listeners-terminated',
  strike: async ({ harness }) => {
    await harness.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen %'`,
    )
  },
})

export const cancelStatements = defineFault({
  name: 'postgres-statements-cancelled',
  strike: async ({ harness }) => {
    const endsAtMs = performance.now() + troubleMs
    while (performance.now() < endsAtMs) {
      await harness.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where ${ofProduct} and state = 'active'`,
      )
      await sleep(cancelIntervalMs)
    }
  },
})

export const fillConnections = defineFault({
  name: 'postgres-connections-used-up',
  strike: async ({ postgres, postgresProxy }) => {
    const clients: pg.Client[] = []
    const open = async (): Promise<void> => {
      const client = new pg.Client({ connectionString: postgres.url })
      client.on('error', () => undefined) // the failing query reports it
      await client.connect()
      clients.push(client)
    }
    try {
      postgresProxy.resetAll()
      for (;;) await open()
    } catch {
      // The index that no longer fits.
      await sleep(troubleMs)
    } finally {
      await Promise.all(clients.map((client) => client.end()))
    }
  },
})

export const readOnly = defineFault({
  name: 'postgres-read-only',
  strike: async (scene) => {
    const alter = (value: string): string =>
      `do $$ begin execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`
    await asSuperuser(scene, async (client) => {
      await client.query(alter('on'))
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ofProduct}`)
      await sleep(troubleMs)
      await client.query(`set default_transaction_read_only = off; ${alter('off')}`)
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ofProduct}`)
    })
  },
})

/** Locks a table: statements wait and reach their limit. */
export const locks: readonly Fault[] = ['deliveries', 'requests', 'identities', 'signals'].map((table) =>
  defineFault({
    name: `lock-on-${table}`,
    strike: async (scene) => {
      await asSuperuser(scene, async (client) => {
        await client.query('begin')
        await client.query(`lock table ${table} in access exclusive mode`)
        await sleep(troubleMs)
        await client.query('rollback')
      })
    },
  }),
)

/** What PostgreSQL answers, at random, when it cannot execute a statement. */
const sqlStates = {
  'serialization-failures': '40001',
  deadlocks: '40P01',
  'full-disk': '53100',
  'out-of-memory': '53200',
  'lock-not-available': '55P03',
  'input-output-errors': '58030',
}

export const refusals: readonly Fault[] = Object.entries(sqlStates).map(([words, sqlState]) =>
  defineFault({
    name: `postgres-${words}`,
    strike: async ({ harness }) => {
      await harness.query(`
        create function trouble() returns trigger language plpgsql as $$
        begin
          if random() < ${failingShare} then raise exception 'trouble' using errcode = '${sqlState}'; end if;
          return null;
        end $$;
        create trigger trouble after insert or update on identities for each statement execute function trouble();
        create trigger trouble after insert on requests for each statement execute function trouble()`)
      await sleep(troubleMs)
      await harness.query('drop function trouble() cascade')
    },
  }),
)

/** Locks in the wrong order, to cause real deadlocks. */
export const deadlocks = defineFault({
  name: 'postgres-locks-in-the-wrong-order',
  strike: async (scene) => {
    await asSuperuser(scene, async (client) => {
      await client.query('set deadlock_timeout = 50')
      const endsAtMs = performance.now() + troubleMs
      while (performance.now() < endsAtMs) {
        await client
          .query(
            `begin; select from signal_registers order by random() limit 20 for update; select pg_sleep(0.02);
             select from signals order by random() limit 20 for update; commit`,
          )
          .catch(() => client.query('rollback')) // PostgreSQL may choose this one as the victim
      }
    })
  },
})

async function asSuperuser(
  { harness, postgres }: Scene,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const { pathname } = new URL(harness.databaseUrl)
  const client = new pg.Client({
    connectionString: Object.assign(new URL(postgres.superuserUrl), { pathname }).href,
  })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
