import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createWorkspace } from '@signalpost/database/access'
import { startTcpProxy, type TcpProxy } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeEach, expect } from 'vitest'
import {
  addPerson,
  allow,
  askToken,
  begin,
  callback,
  connect,
  registerClient,
  type Tokens,
  take,
} from '../../apps/api/src/test-support/assistant-client.ts'
import type { Database } from '../../packages/database/src/index.ts'
import { type Product, startProduct } from '../support/product/start-product.ts'

const faultLock = 4711
/** What the authorization server writes on the way from a decision to tokens. */
const tables = ['assistant_authorizations', 'assistants', 'oauth_artifacts']

let product: Product
let proxy: TcpProxy
let url: string
let database: Database
/** Holds the lock at which a write waits, and ends what waits. */
let holder: pg.Client
let clientId: string
let personId: string
/** Which of the two processes is asked. */
let asked = 0

test.beforeAll(async ({ testDatabase, database: opened }) => {
  database = opened
  proxy = await startTcpProxy(1)
  url = `http://127.0.0.1:${proxy.port}`
  product = await startProduct({
    ...{ databaseUrl: testDatabase.url, masterKey: randomBytes(32).toString('base64'), counts: { api: 2 } },
    env: { SIGNALPOST_PUBLIC_URL: url, SIGNALPOST_CONSOLE_URL: 'http://127.0.0.1:4400' },
    isInstrumented: false,
  })
  holder = new pg.Client({ connectionString: testDatabase.superuserUrl })
  await holder.connect()
  await holder.query(`
    create sequence public.fault_writes;
    create table public.fault_point (at bigint not null);
    insert into public.fault_point values (0);
    create function public.wait_at_fault() returns trigger language plpgsql security definer as $$
    begin
      if nextval('public.fault_writes') = (select at from public.fault_point) then
        perform pg_advisory_xact_lock(${faultLock});
      end if;
      return null;
    end $$;
    ${tables
      .map(
        (table) =>
          `create trigger wait_at_fault before insert or update or delete on public.${table}
           for each statement execute function public.wait_at_fault();`,
      )
      .join('\n')}`)
  const workspace = { orgId: 'org_one', name: 'One', plan: 'standard' }
  await createWorkspace(database, { ...workspace, accountIntelligence: true, analysisAllowance: 1 })
  lead()
  clientId = await registerClient(url)
}, 120_000)

beforeEach(async () => {
  personId = await addPerson(database, 'member')
})

afterAll(async () => {
  await holder?.end()
  await proxy?.stop()
  await product?.stop()
})

function api(nth = asked) {
  const one = product.apis[nth % 2]
  if (one === undefined) throw new Error('There is no process.')
  return one
}

function lead(): void {
  proxy.leadTo(api().port() ?? 1)
}

/** Returns the backend that waits for the lock; undefined once `over` is settled. */
async function findBlocked(over: Promise<unknown>): Promise<number | undefined> {
  let isOver = false
  void over.finally(() => {
    isOver = true
  })
  for (;;) {
    const { rows } = await holder.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
      [faultLock],
    )
    const [blocked] = rows
    if (blocked !== undefined) return blocked.pid
    if (isOver) return undefined
    await delay(5)
  }
}

/** Makes a request, and kills its process when it is about to make its nth write, which is lost. Returns whether it came so far. */
async function killAt(nth: number, ask: () => Promise<unknown>): Promise<boolean> {
  await api(asked + 1).whenReady()
  await holder.query(`
    alter sequence public.fault_writes restart;
    update public.fault_point set at = ${nth};
    select pg_advisory_lock(${faultLock});`)
  const answer = ask().catch(() => undefined) // its process dies
  const pid = await findBlocked(answer)
  if (pid !== undefined) {
    await api().kill()
    asked += 1
    lead()
    await holder.query('select pg_terminate_backend($1, 5000)', [pid])
  }
  await holder.query(`update public.fault_point set at = 0; select pg_advisory_unlock(${faultLock});`)
  await answer
  return pid !== undefined
}

/** Kills at the first write, the second and so on, until the request makes no more. Returns how many there were. */
async function killAtEach<Started>(
  start: () => Promise<Started>,
  ask: (started: Started) => Promise<unknown>,
  judge: (started: Started) => Promise<void>,
): Promise<number> {
  for (let nth = 1; ; nth += 1) {
    await sql`delete from rate_windows`.execute(database)
    const started = await start()
    const isKilled = await killAt(nth, () => ask(started))
    await judge(started)
    if (!isKilled) return nth - 1
  }
}

/** Whether a token opens `/mcp`. The body is refused after the token is looked at, and before a library is loaded. */
async function opens(token: string | undefined): Promise<boolean> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '[]',
  })
  await response.text()
  expect([400, 401]).toContain(response.status)
  return response.status === 400
}

const refresh = (token = '') =>
  askToken(url, { grant_type: 'refresh_token', client_id: clientId, refresh_token: token })

/** Tokens open `/mcp` and renew themselves; without them the client hears so, and connects again. */
async function expectConnected(tokens: Tokens): Promise<void> {
  if (tokens.status === 200) {
    expect(await opens(tokens.access_token)).toBe(true)
    expect((await refresh(tokens.refresh_token)).status).toBe(200)
    return
  }
  expect(tokens).toMatchObject({ status: 400, error: 'invalid_grant' })
  const again = await connect({ url, database }, { personId, clientId })
  expect(await opens(again.access_token)).toBe(true)
}

const exchange = ({ code, verifier }: { code: string; verifier: string }) =>
  askToken(url, {
    ...{ grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier },
    ...{ redirect_uri: callback, resource: `${url}/mcp` },
  })

async function decide() {
  const begun = await begin(url, { client_id: clientId })
  return { begun, token: (await allow(database, begun.authorizationId, { personId })).token }
}

test('a process that dies between code and tokens leaves a client with tokens, or with invalid_grant', async () => {
  const start = async () => {
    const { begun, token } = await decide()
    const target = await take(begun, token)
    const code = typeof target === 'number' ? '' : (target.searchParams.get('code') ?? '')
    return { code, verifier: begun.verifier }
  }
  const kills = await killAtEach(start, exchange, async (started) => expectConnected(await exchange(started)))
  expect(kills).toBeGreaterThanOrEqual(3)
}, 120_000)

test('a process that dies in a rotation leaves a client that asks again with tokens', async () => {
  const start = () => connect({ url, database }, { personId, clientId })
  const kills = await killAtEach(
    start,
    ({ refresh_token: token }) => refresh(token),
    async ({ refresh_token: token }) => {
      const tokens = await refresh(token)
      expect(tokens.status).toBe(200)
      await expectConnected(tokens)
    },
  )
  expect(kills).toBeGreaterThanOrEqual(3)
}, 120_000)

test('a process that dies between decision and grant leaves a browser that continues, or begins again', async () => {
  const kills = await killAtEach(
    decide,
    ({ begun, token }) => take(begun, token),
    async ({ begun, token }) => {
      const target = await take(begun, token)
      if (typeof target === 'number') {
        expect(target).toBe(403)
        const again = await connect({ url, database }, { personId, clientId })
        await expectConnected(again)
        return
      }
      const code = target.searchParams.get('code') ?? ''
      await expectConnected(await exchange({ code, verifier: begun.verifier }))
    },
  )
  expect(kills).toBeGreaterThanOrEqual(4)
}, 120_000)

test('a restart of one process after the other fails no call of a client that tries the other one', async () => {
  await product.whenReady()
  const countCalls = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from assistant_calls where person_id = ${personId}`.execute(database)
    return rows[0]?.count
  }
  const tokens = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { access_token: token = '' } = await connect({ url, database }, { personId, clientId })
      return token
    }),
  )
  const statuses: number[] = []
  let isOver = false
  // A balancer asks `/readyz`: a process that starts gets no calls.
  const readyPorts = () => product.apis.flatMap((one) => one.port() ?? [])
  const callers = tokens.map(async (token, nth) => {
    for (let turn = nth; !isOver; turn += 1) {
      const ports = readyPorts()
      const port = ports[turn % ports.length] ?? 0
      statuses.push(
        await callAt(port, token).catch((error: NodeJS.ErrnoException) => {
          // A listener that closes resets those that it did not accept yet.
          if (error.code !== 'ECONNREFUSED' && error.code !== 'ECONNRESET') throw error
          const [other = 0] = readyPorts().filter((one) => one !== port)
          return callAt(other, token)
        }),
      )
      await delay(60)
    }
  })
  for (const one of product.apis) {
    expect(await one.stop()).toMatchObject({ code: 0 })
    await one.start()
    await sql`delete from rate_windows`.execute(database)
  }
  isOver = true
  await Promise.all(callers)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(statuses.length).toBeGreaterThan(10)
  // None of those that got no answer was done all the same.
  await expect.poll(countCalls).toBe(statuses.length)
}, 60_000)

const whoamiCall = {
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } },
}

function callAt(port: number, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, path: '/mcp', method: 'POST', agent: false },
        headers: {
          ...{ host: new URL(url).host, authorization: `Bearer ${token}` },
          ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        },
      },
      (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
        response.once('error', reject)
      },
    )
    sent.on('error', reject).end(JSON.stringify(whoamiCall))
  })
}
