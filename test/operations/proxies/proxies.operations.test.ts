import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { signServiceV1 } from '@signalpost/signatures'
import {
  createAuthority,
  createCertificate,
  createTestDatabase,
  findFreePort,
  runHAProxy,
  startPgbouncer,
  waitUntil,
} from '@signalpost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../support/product/start-harness.ts'
import { runNginx } from './run-nginx.ts'

const examples = join(import.meta.dirname, '../../../infra/proxies')
const authority = createAuthority()
/** All of 127.0.0.0/8 is this machine, so that a client differs from the proxies. */
const clientAddress = '127.0.0.2'
const drainSeconds = 5

const ports: Record<'haproxy' | 'nginx', number> = { haproxy: 0, nginx: 0 }
const opened = new AsyncDisposableStack()
let harness: Harness

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-proxies-'))
  opened.defer(() => rmSync(directory, { recursive: true }))
  const { url: databaseUrl, drop } = await createTestDatabase()
  opened.defer(drop)
  const pooler = await startPgbouncer(databaseUrl, readPooling())
  opened.defer(pooler.stop)
  harness = await startHarness({
    ...{ backend: 'postgres', databaseUrl, productDatabaseUrl: pooler.url },
    counts: { intake: 2, worker: 1, api: 1 },
    env: {
      SIGNALPOST_QUEUE_DATABASE_URL: databaseUrl,
      SIGNALPOST_TRUSTED_PROXIES: '127.0.0.1',
      SIGNALPOST_DRAIN_SECONDS: String(drainSeconds),
    },
  })
  opened.defer(harness.stop)
  const { certificate, key } = createCertificate({ names: ['127.0.0.1'], authority })
  const files = { pem: join(directory, 'signalpost.pem'), key: join(directory, 'signalpost.key') }
  writeFileSync(files.pem, certificate + key)
  writeFileSync(files.key, key)
  const { intakes, apis } = harness.product
  const [one, two, api] = [...intakes, ...apis].map((server) => `127.0.0.1:${server.port()}`)
  if (one === undefined || two === undefined || api === undefined) throw new Error('A server is missing.')

  ports.haproxy = await findFreePort()
  const haproxy = await runHAProxy({
    configPath: join(examples, 'haproxy.cfg'),
    env: {
      ...{ SIGNALPOST_BIND: `127.0.0.1:${ports.haproxy}`, SIGNALPOST_CERTIFICATE: files.pem },
      ...{ SIGNALPOST_INTAKE_ONE: one, SIGNALPOST_INTAKE_TWO: two, SIGNALPOST_API_ONE: api },
    },
    isReady: () => serves('haproxy'),
  })
  opened.defer(haproxy.stop)
  ports.nginx = await findFreePort()
  const nginx = await runNginx(
    replaceEach(readFileSync(join(examples, 'nginx.conf'), 'utf8'), {
      '443': String(ports.nginx),
      '127.0.0.1:4100': one,
      '127.0.0.1:4101': two,
      '127.0.0.1:4200': api,
      '/etc/nginx/signalpost.pem': files.pem,
      '/etc/nginx/signalpost.key': files.key,
    }),
    directory,
  )
  opened.defer(nginx.stop)
  await waitUntil('nginx serves', () => serves('nginx'), { limitMs: 60_000 })
})

afterAll(() => opened.disposeAsync())

test.each(['haproxy', 'nginx'] as const)(
  '%s ends TLS, passes events on and says who sent them',
  async (proxy) => {
    expect(await send(proxy, `evt_${proxy}`)).toBe(202)
    await harness.settle()
    const settled = await harness.query('select status from deliveries where event_id = $1', [`evt_${proxy}`])
    expect(settled).toEqual([{ status: 'applied' }])
    expect(await send(proxy, `evt_forged_${proxy}`, { secret: 'another secret' })).toBe(401)
    await waitUntil(
      'the refusal is recorded with the address of its sender',
      async () => {
        const rows = await harness.query('select address from source_rejections')
        return rows.length > 0 && rows.every(({ address }) => address === clientAddress)
      },
      { limitMs: 60_000 },
    )
    await harness.query('delete from source_rejections')
    expect((await ask(proxy, { path: '/v1/results', method: 'GET' })).status).toBe(401)
  },
)

test('HAProxy sends a draining intake nothing that is lost', async () => {
  const [leaving] = harness.product.intakes
  if (leaving === undefined) throw new Error('There is no intake.')
  let hasLeft = false
  const removal = harness.product.removeProcess(leaving).finally(() => {
    hasLeft = true
  })
  const statuses: number[] = []
  while (!hasLeft) statuses.push(await send('haproxy', `evt_draining_${statuses.length}`))
  await removal
  // By the other intake alone.
  statuses.push(await send('haproxy', 'evt_after'))
  expect(new Set(statuses)).toEqual(new Set([202]))
})

/** The settings of the example, without its addresses and users. */
function readPooling(): { pool_mode: 'transaction' } & Record<string, string> {
  const [, section = ''] = readFileSync(join(examples, 'pgbouncer.ini'), 'utf8').split('[pgbouncer]')
  const settings = section
    .split('\n')
    .map((line) => line.split(' = '))
    .filter(([name = '', value]) => value !== undefined && !/^(;|listen_|auth_)/.test(name))
  const found = Object.fromEntries(settings) as Record<string, string>
  expect(found.pool_mode).toBe('transaction')
  return { ...found, pool_mode: 'transaction' }
}

function replaceEach(configuration: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    expect(result).toContain(from)
    return result.replace(from, to)
  }, configuration)
}

async function serves(proxy: keyof typeof ports): Promise<boolean> {
  const answer = await ask(proxy, { path: '/v1/results', method: 'GET' }).catch(() => undefined)
  return answer?.status === 401
}

async function send(
  proxy: keyof typeof ports,
  eventId: string,
  changes: { secret?: string } = {},
): Promise<number> {
  const [source] = harness.sources
  if (source === undefined) throw new Error('There is no source.')
  const { orgId, sourceId } = source
  const event = { id: eventId, type: 'ping', occurredAt: new Date().toISOString(), orgId, data: {} }
  const body = Buffer.from(JSON.stringify(event))
  const timestampSeconds = Math.floor(Date.now() / 1_000)
  const secret = changes.secret ?? source.secret
  const headers = {
    'content-type': 'application/json',
    // A client cannot choose its own address.
    'x-forwarded-for': '192.0.2.1',
    'x-service-signature': signServiceV1({ secret, timestampSeconds, body }),
  }
  return (await ask(proxy, { path: `/hooks/${sourceId}`, method: 'POST', headers, body })).status
}

type Asked = { path: string; method: string; headers?: Record<string, string>; body?: Buffer }

function ask(
  proxy: keyof typeof ports,
  { body, ...asked }: Asked,
): Promise<{ status: number; body: string }> {
  const ways = {
    host: '127.0.0.1',
    port: ports[proxy],
    localAddress: clientAddress,
    ca: authority.certificate,
  }
  return new Promise((resolve, reject) => {
    const asking = request({ ...ways, ...asked, agent: false }, (response) => {
      const { statusCode: status = 0 } = response
      text(response).then((answer) => resolve({ status, body: answer }), reject)
    })
    asking.on('error', reject)
    asking.end(body)
  })
}
