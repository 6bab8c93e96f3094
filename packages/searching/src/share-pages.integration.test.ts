import type { Database } from '@signalpost/database'
import { leaseDueListener, listSearches } from '@signalpost/database/searching'
import { hourMs, type Platform } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import { type PlatformStandIn, platformStandIns } from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { leaseMs, runLeased } from './run/run-listener.ts'
import { makeDueListener, makeListenerOf, secretBox } from './test-support/make-listener.ts'

const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })
const platforms = { greenhouse: 'boards-api.greenhouse.io', ashby: 'api.ashbyhq.com', lever: 'api.lever.co' }
const conditional: Platform[] = ['greenhouse', 'ashby']
const workspaces = 3
const listenersEach = 4
const copies = 6
const rounds = 10

afterAll(() => outgoing.close())

/** Runs all listeners that are due, several at once. Returns the status of each answer, by platform. */
async function runDue(database: Database, stands: ReadonlyMap<string, PlatformStandIn>) {
  const statuses = new Map<Platform, number[]>()
  const redirected: typeof outgoing = {
    ...outgoing,
    request: (request) => {
      const { host, pathname, search } = new URL(request.url)
      return outgoing.request({ ...request, url: `${stands.get(host)?.url}${pathname}${search}` })
    },
  }
  const services = { database, secretBox, outgoing: redirected, nowMs: Date.now }
  const onAsked = (platform: Platform, status: number) =>
    void statuses.set(platform, [...(statuses.get(platform) ?? []), status])
  const runAll = async (): Promise<void> => {
    const lease = await leaseDueListener(database, { leaseMs })
    if (lease === undefined) return
    await runLeased(services, lease, { isForced: false, signal: new AbortController().signal, onAsked })
    return runAll()
  }
  await Promise.all(Array.from({ length: copies }, runAll))
  return statuses
}

async function passAnHour(database: Database): Promise<void> {
  const seconds = hourMs / 1_000
  await sql`update fetched_pages set fetched_at = fetched_at - make_interval(secs => ${seconds})`.execute(
    database,
  )
  await sql`update searches set searched_at = searched_at - make_interval(secs => ${seconds})`.execute(
    database,
  )
  await sql`update listener_schedules set due_at = now()`.execute(database)
}

test('all listeners of all workspaces read a board by one request, which is answered 304 while nothing changes', async ({
  database,
  onTestFinished,
}) => {
  const stands = new Map<string, PlatformStandIn>()
  for (const [platform, host] of Object.entries(platforms)) {
    const post = {
      id: 1,
      title: 'Head of CRM',
      text: 'You know every CRM.',
      publishedAtMs: Date.now() - hourMs,
    }
    // The cast: the names are of platforms.
    const stand = await platformStandIns[platform as Platform]?.([{ ...post, board: 'acme' }])
    if (stand === undefined) throw new Error(`There is no stand-in for ${platform}.`)
    onTestFinished(() => stand.close())
    stands.set(host, stand)
  }
  const names = Object.keys(platforms) as Platform[] // the cast: as above
  const searches = {
    queries: names.map((source) => ({ source, query: '"crm"' })),
    boards: names.map((platform) => ({ platform, board: 'acme' })),
  }
  const listeners = []
  for (let workspace = 0; workspace < workspaces; workspace += 1) {
    const first = await makeDueListener(database, searches)
    listeners.push(first)
    for (let number = 2; number <= listenersEach; number += 1) {
      const listener = { orgId: first.orgId, listenerId: `lsn_${number}` }
      await makeListenerOf(database, { ...listener, ...searches })
      listeners.push(listener)
    }
  }

  expect(await runDue(database, stands)).toEqual(new Map(names.map((platform) => [platform, [200]])))
  for (const listener of listeners) {
    const searched = await listSearches(database, listener)
    expect(searched.filter(({ searchedAt }) => searchedAt !== null)).toHaveLength(names.length)
  }
  const { rows } = await sql<{ finds: number }>`select count(*)::int as finds from finds`.execute(database)
  expect(rows).toEqual([{ finds: listeners.length * names.length }])

  for (let round = 0; round < rounds; round += 1) {
    await passAnHour(database)
    const statuses = await runDue(database, stands)
    expect(names.map((platform) => statuses.get(platform))).toEqual(
      names.map((platform) => [conditional.includes(platform) ? 304 : 200]),
    )
  }
  expect([...stands.values()].map(({ requests }) => requests.length)).toEqual(names.map(() => rounds + 1))
}, 60_000)
