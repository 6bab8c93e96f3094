import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import {
  disablePersonAct,
  editPersonAct,
  endPersonAct,
  endPersonSessionsAct,
} from '@signalpost/administration/person'
import { waitUntil } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { openStream } from '../../test-support/open-stream.ts'
import { fromPage, startTestConsole, type TestConsole } from '../../test-support/start-test-console.ts'

let console: TestConsole
let clockMs = Date.now()

test.beforeAll(async ({ testDatabase }) => {
  console = await startTestConsole({
    ...{ databaseUrl: testDatabase.url, nowMs: () => clockMs },
    config: { trustedProxies: { has: () => true } },
  })
})

afterAll(async () => {
  await console.stop()
})

describe('while a stream is open', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  const advance = async (ms: number): Promise<void> => {
    for (let passedMs = 0; passedMs < ms; passedMs += 100) {
      clockMs += 100
      vi.advanceTimersByTime(100)
      await nextTurn()
    }
  }

  test.each<[string, (personId: string) => Promise<unknown>]>([
    [
      'their sessions are ended',
      (personId) => console.perform(endPersonSessionsAct, { orgId: 'org_one', personId }),
    ],
    ['they lose their role', (personId) => console.perform(endPersonAct, { orgId: 'org_one', personId })],
    ['they are disabled', (personId) => console.perform(disablePersonAct, { personId })],
  ])('it ends within 5 s after its reader is out: %s', async (_how, shutOut) => {
    const personId = await console.addPerson({ org_one: 'viewer' })
    const cookie = await console.logIn(personId)
    expect((await askSession(cookie)).status).toBe(200)
    await advance(3_900)
    const stream = await openStream(console, { orgId: 'org_one', cookie })
    await advance(100)
    // The session is read again between two looks of the stream, and believed for as long as one may be.
    expect((await askSession(cookie)).status).toBe(200)
    await shutOut(personId)
    await advance(5_000)
    await waitUntil('the stream has ended', () => stream.isEnded(), { limitMs: 15_000 })
    expect(stream.text()).toContain('event: ended')
  })

  test('it leaves the new token of a changed role to a request that can take it', async () => {
    const personId = await console.addPerson({ org_one: 'member' })
    let cookie = await console.logIn(personId)
    const stream = await openStream(console, { orgId: 'org_one', cookie })
    await console.perform(editPersonAct, { orgId: 'org_one', personId, role: 'viewer' })
    for (let look = 0; look < 3; look += 1) {
      await advance(4_000)
      await untilAnswered()
    }
    const answer = await askSession(cookie)
    expect(answer.status).toBe(200)
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    await advance(10_000)
    expect((await askSession(cookie)).status).toBe(200)
    stream.close()
  })

  test('it is no use of its session', async () => {
    const personId = await console.addPerson({ org_one: 'viewer' })
    const cookie = await console.logIn(personId)
    const stream = await openStream(console, { orgId: 'org_one', cookie })
    for (let hour = 0; hour < 13; hour += 1) {
      clockMs += 3_600_000
      await advance(5_000)
      await untilAnswered()
    }
    await waitUntil('the stream has ended', () => stream.isEnded(), { limitMs: 15_000 })
  })
})

test('what a page reads while no one is at it keeps no session open', async () => {
  const cookieOf = async () => console.logIn(await console.addPerson({ org_one: 'viewer' }))
  const [left, used] = [await cookieOf(), await cookieOf()]
  const statuses = async (): Promise<number[]> => {
    const answers = [askSession(left, { 'x-signalpost-unattended': '1' }), askSession(used)]
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  for (let hour = 0; hour < 11; hour += 1) {
    clockMs += 3_600_000
    expect(await statuses()).toEqual([200, 200])
  }
  clockMs += 3_600_000
  expect(await statuses()).toEqual([401, 200])
})

describe('50 tabs of one workspace', () => {
  test('cause one poll a second, and leave nothing when they are closed', async () => {
    const cookie = await console.logIn(await console.addPerson({ org_one: 'viewer', org_two: 'viewer' }))
    const tabs = await Promise.all(
      ['org_two', ...Array<string>(50).fill('org_one')].map((orgId) =>
        openStream(console, { orgId, cookie }),
      ),
    )
    expect(await metric('signalpost_console_streams')).toBe(51)
    await expectPolls({ workspaces: 2 })
    const source = await console.createSource('org_one', 'New')
    expect(source.sourceId).toMatch(/^src_/)
    const ofOne = tabs.slice(1)
    await waitUntil('the change reaches every tab', () =>
      ofOne.every((tab) => tab.text().includes('"sources"')),
    )
    expect(tabs[0]?.text()).not.toContain('"sources"')

    for (const tab of ofOne) tab.close()
    await expect.poll(() => metric('signalpost_console_streams')).toBe(1)
    await expectPolls({ workspaces: 1 })
    tabs[0]?.close()
    await expect.poll(() => metric('signalpost_console_streams')).toBe(0)
  })
})

/** Counts polls for as long as it takes to see some; a slow machine makes fewer of them. */
async function expectPolls({ workspaces }: { workspaces: number }): Promise<void> {
  const seen = 4 * workspaces
  const name = 'signalpost_console_polls_total'
  const [startedAtMs, before] = [performance.now(), await metric(name)]
  await waitUntil('the store is asked', async () => (await metric(name)) >= before + seen)
  const polls = (await metric(name)) - before
  expect(polls).toBeLessThanOrEqual(workspaces * ((performance.now() - startedAtMs) / 990 + 1))
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${console.url}/metrics`)).text()
  const [, value] = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)$`, 'm').exec(text) ?? []
  return value === undefined ? expect.unreachable(`There is no ${name}.`) : Number(value)
}

/** Until the store has answered what the streams asked. The clock of vitest's own polls would move theirs. */
async function untilAnswered(): Promise<void> {
  await sleep(20)
  await waitUntil('the store has answered', async () => {
    const { rows } = await console.pool.query(
      `select from pg_stat_activity
       where application_name = 'signalpost console' and state <> 'idle' and datname = current_database()`,
    )
    return rows.length === 0
  })
}

function askSession(cookie: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${console.url}/console/api/session`, { headers: { ...fromPage, ...headers, cookie } })
}
