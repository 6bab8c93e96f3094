import { join } from 'node:path'
import { findFreePort, runHAProxy, waitUntil } from '@signalpost/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendAtRate } from '../../support/sending/send-at-rate.ts'
import { sendSigned } from '../../support/sending/send-signed.ts'
import { type Cell, startCell } from './start-cell.ts'

const configPath = join(import.meta.dirname, '../../../infra/haproxy/cells.cfg')
const workspaces = 20
const ratePerSecond = 20
const answersEach = 100

let ours: Cell
let eu: Cell
let router: { url: string; stop: () => Promise<void> }

beforeAll(async () => {
  ours = await startCell({ name: 'default', workspaces })
  eu = await startCell({ name: 'eu', workspaces })
  router = await startRouter()
})

afterAll(async () => {
  await router?.stop()
  await eu?.remove()
  await ours?.remove()
})

test('a router finds the cell in the id or the key', async () => {
  for (const cell of [ours, eu]) {
    expect(await statusOf(router.url, cell)).toBe(202)
    expect((await askApi(router.url, cell)).status).toBe(200)
  }
})

test.each(['/u', '/a'])('a router finds the cell in a link of a mail under %s', async (path) => {
  // A cell answers 404 for a link of its own that it did not seal, and 421 for any other.
  const answers = ['token', 'eu.token', 'zz.token'].map((token) => fetch(`${router.url}${path}/${token}`))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 421])
})

test.each([
  ['the default cell', () => eu, () => ours, 'default'],
  ['another cell', () => ours, () => eu, 'eu'],
])('a cell that gets a request for %s names that one', async (_what, of, wanted, name) => {
  const answer = await post(of().intakeUrl, wanted())
  expect(answer.status).toBe(421)
  expect(answer.headers['signalpost-cell']).toBe(name)
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'misdirected_request' })
  const asked = await askApi(of().apiUrl, wanted())
  expect(asked.status).toBe(421)
  expect(asked.headers.get('signalpost-cell')).toBe(name)
})

test('a cell that dies under load costs another cell nothing', async () => {
  const url = router.url
  const dying = sendAtRate({ url, sources: ours.sources, ratePerSecond })
  const living = sendAtRate({ url, sources: eu.sources, ratePerSecond })
  await Promise.all([dying.untilAnswered(answersEach), living.untilAnswered(answersEach)])
  await ours.kill()
  await Promise.all([dying.untilAnswered(answersEach), living.untilAnswered(2 * answersEach)])
  const [died, lived] = [await dying.end(), await living.end()]

  expect(died.statuses[202]).toBeGreaterThanOrEqual(answersEach)
  expect(died.statuses[503]).toBeGreaterThan(0)
  expect(lived).toEqual({ sent: lived.sent, statuses: { 202: lived.sent }, failures: {} })
  expect((await askApi(url, eu)).status).toBe(200)
  await waitUntil('nothing is queued', async () => (await countDeliveries(eu, 'queued')) === 0)
  // One more was sent by an earlier test.
  expect(await countDeliveries(eu, 'applied')).toBe(lived.sent + 1)
})

async function startRouter(): Promise<typeof router> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const addressOf = (cellUrl: string): string => new URL(cellUrl).host
  const env = {
    SIGNALPOST_BIND: `127.0.0.1:${port}`,
    SIGNALPOST_INTAKE_DEFAULT: addressOf(ours.intakeUrl),
    SIGNALPOST_API_DEFAULT: addressOf(ours.apiUrl),
    SIGNALPOST_INTAKE_EU: addressOf(eu.intakeUrl),
    SIGNALPOST_API_EU: addressOf(eu.apiUrl),
  }
  const isReady = async (): Promise<boolean> => {
    const answers = await Promise.all([ours, eu].map((cell) => askApi(url, cell).catch(() => undefined)))
    return answers.every((answer) => answer?.status === 200)
  }
  return { url, ...(await runHAProxy({ configPath, env, isReady })) }
}

function post(url: string, { sources: [source] }: Cell): ReturnType<typeof sendSigned> {
  if (source === undefined) throw new Error('The cell has no source.')
  const { orgId } = source
  const event = { id: 'evt_1', type: 'ping', occurredAt: new Date().toISOString(), orgId, data: {} }
  return sendSigned(url, source, {
    body: Buffer.from(JSON.stringify(event)),
    agent: false,
    timeoutMs: 30_000,
  })
}

async function statusOf(url: string, cell: Cell): Promise<number> {
  return (await post(url, cell)).status
}

function askApi(url: string, { apiKey }: Cell): Promise<Response> {
  return fetch(`${url}/v1/results`, { headers: { authorization: `Bearer ${apiKey}` } })
}

async function countDeliveries({ postgres }: Cell, status: string): Promise<number> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    const statement = 'select count(*)::int as count from deliveries where status = $1'
    return (await client.query(statement, [status])).rows[0].count
  } finally {
    await client.end()
  }
}
