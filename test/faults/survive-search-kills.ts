import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from '@signalpost/database'
import { migrateQueues } from '@signalpost/queues'
import { searchPoints } from '@signalpost/runtime'
import { waitUntil } from '@signalpost/testing'
import { platformStandIns } from '@signalpost/testing/platforms'
import pg from 'pg'
import { type Product, startProduct } from '../support/product/start-product.ts'
import { createListener, owedFor, planListeners, postOf } from '../support/searching/plan-search.ts'
import { createSources } from '../support/sending/create-sources.ts'
import { createRandom, pickOne, type Random } from '../support/sending/random.ts'

export type SearchKillsReport = {
  posts: number
  kills: number
  /** Kills at a point of a run or a delivery; the others came at any time. */
  killsAtPoints: number
  /** How often the intake was away. */
  absences: number
  signals: number
  requests: number
  seconds: number
  complaints: string[]
}

type Options = {
  databaseUrl: string
  posts: number
  kills: number
  seed: number
  /** The root of another copy of the product. */
  productRoot?: string
}

const orgIds = ['org_one', 'org_two']
const latestPassage = 3
const pointLimitMs = 3_000
const hastenMs = 200
/** After so many kills the intake is away for a while. */
const killsPerAbsence = 5
const absenceMs = 1_000
const shownComplaints = 3

/**
 * Kills searchers while listeners are created in two workspaces and posts keep coming, and takes the intake away in turns.
 * Then compares the signals with the posts. Leases, claims and periods end early, as they would with time.
 */
export async function surviveSearchKills(options: Options): Promise<SearchKillsReport> {
  const startedAt = performance.now()
  const { databaseUrl, posts: count, kills, seed, productRoot } = options
  const random = createRandom(seed)
  const masterKey = randomBytes(32).toString('base64')
  const client = new pg.Client({ connectionString: databaseUrl })
  const { database } = createDatabase({
    url: databaseUrl,
    applicationName: 'signalpost test',
    onConnectionError: () => undefined,
  })
  const posts = Array.from({ length: count }, (_, id) => postOf(id, count))
  const isOld = (id: number): boolean => id < count / 2
  const stand = await platformStandIns.hackernews?.(posts.filter(({ id }) => isOld(id)))
  if (stand === undefined) throw new Error('There is no stand-in for Hacker News.')
  let product: Product | undefined
  let isOver = false
  try {
    await client.connect()
    await migrateQueues({ kind: 'postgres', url: databaseUrl })
    const sources = (await createSources({ databaseUrl, masterKey }, { orgIds, sourcesEach: 1 })).flat()
    const listeners = await planListeners(database, { sources, masterKey, url: stand.url })
    const started = await startProduct({
      ...{ databaseUrl, masterKey, root: productRoot },
      counts: { intake: 1, worker: 1, searcher: 3 },
      env: { SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' },
    })
    product = started
    const hastening = hasten(client, () => isOver)
    const fresh = posts.filter(({ id }) => !isOld(id))
    let killsAtPoints = 0
    let absences = 0
    for (let kill = 1; kill <= kills; kill += 1) {
      // Hacker News shows at most 1,000 posts of a query in one second.
      for (const post of shareOf(fresh, kill, kills)) stand.posts.push({ ...post, publishedAtMs: Date.now() })
      for (const listener of shareOf(listeners, kill, kills)) await createListener(database, listener)
      await searchAgain(client)
      const isAbsent = kill % killsPerAbsence === 0
      if (isAbsent) await started.intakes[0]?.stop('SIGKILL')
      if (await killSearcher(started, { point: searchPoints[kill % (searchPoints.length + 1)], random })) {
        killsAtPoints += 1
      }
      if (isAbsent) {
        absences += 1
        await sleep(absenceMs)
        await started.intakes[0]?.start()
      }
      await endClaims(client)
      await started.whenReady()
    }
    // The first walks may have begun before the last posts came.
    for (let round = 0; round < 2; round += 1) {
      await searchAgain(client)
      await waitUntil('every listener has read everything', () => hasReadAll(client), {
        limitMs: 120_000 + count * 50,
        intervalMs: 500,
      })
    }
    await waitUntil('every find is delivered and applied', () => isSettled(client), {
      limitMs: 120_000 + count * 50,
      intervalMs: 500,
    })
    isOver = true
    await hastening
    const found = await readSignals(client)
    return {
      ...{ posts: count, kills, killsAtPoints, absences, signals: found.length },
      requests: stand.requests.length,
      seconds: Math.round((performance.now() - startedAt) / 1_000),
      complaints: [
        ...judge(
          found,
          posts.flatMap((post) => owedFor(post, orgIds)),
        ),
        ...started.collapses(),
        ...(await readTroubles(client)),
      ],
    }
  } finally {
    isOver = true
    await product?.stop()
    await Promise.all([database.destroy(), client.end(), stand.close()])
  }
}

/** Returns whether the searcher died at the point; one that does not get there dies anywhere. */
async function killSearcher(
  { processes }: Product,
  { point, random }: { point: string | undefined; random: Random },
): Promise<boolean> {
  const victim = pickOne(
    processes.filter(({ kind }) => kind === 'searcher'),
    random,
  )
  await victim.whenReady()
  const pid = victim.pid()
  const hasDied = (): boolean => victim.pid() !== pid
  if (point !== undefined) {
    victim.command({ crash: { point, passage: 1 + Math.floor(random() * latestPassage) } })
    const untilMs = performance.now() + pointLimitMs
    while (!hasDied() && performance.now() < untilMs) await sleep(10)
    if (hasDied()) return true
  }
  await sleep(random() * 500)
  if (!hasDied()) await victim.kill()
  return false
}

/** Makes listeners due at once, and searches that were cut off go on. */
async function hasten(client: pg.Client, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await client.query('update listener_schedules set due_at = now() where due_at > now()')
    await client.query(`
      update searches set searched_at = null, blocked_until = null
      where jsonb_typeof(cursor -> 'walk') = 'object' or jsonb_typeof(cursor -> 'backfill') = 'object'
        or blocked_until is not null`)
    await sleep(hastenMs)
  }
}

async function searchAgain(client: pg.Client): Promise<void> {
  await client.query('update searches set searched_at = null')
}

/** What a dead process held is free after at most a minute; here at once, also where its holder lives. */
async function endClaims(client: pg.Client): Promise<void> {
  await client.query('update listener_schedules set leased_until = now() where leased_until > now()')
  await client.query('update finds set claimed_until = now() where claimed_until > now()')
  await client.query('update platform_budgets set asking_until = now() where asking_until > now()')
}

async function hasReadAll(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`
    select count(*) filter (where q.searched_at is null or jsonb_typeof(q.cursor -> 'walk') = 'object'
      or jsonb_typeof(q.cursor -> 'backfill') = 'object'
      or q.search_id is null)::int as open
    from listener_schedules s left join searches q using (org_id, listener_id)`)
  return rows[0]?.open === 0
}

async function isSettled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`
    select (select count(*) from finds where state = 'waiting')
         + (select count(*) from deliveries where status = 'queued') as open`)
  return Number(rows[0]?.open) === 0
}

async function readSignals(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`
    select listener_id || ' ' || (jsonb_path_query_first(state, '$.**.dedupeKey') #>> '{}') as name from signals`)
  return rows.map(({ name }) => String(name))
}

async function readTroubles(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`
    select 'a delivery is ' || status || ': ' || coalesce(error, '') as trouble from deliveries
    where status not in ('applied', 'duplicate', 'superseded')
    union
    select 'a find is ' || state || ': ' || coalesce(reason, '') from finds where state <> 'delivered'
    limit ${shownComplaints}`)
  return rows.map(({ trouble }) => String(trouble))
}

function judge(found: readonly string[], owed: readonly string[]): string[] {
  const known = new Set(owed)
  const stored = new Set(found)
  return [
    ...shown(
      'was lost',
      owed.filter((one) => !stored.has(one)),
    ),
    ...shown('was stored twice', repeated(found)),
    ...shown(
      'was not asked for',
      [...stored].filter((one) => !known.has(one)),
    ),
  ]
}

function shown(what: string, names: readonly string[]): string[] {
  return names.length === 0
    ? []
    : [`${names.length} times a signal ${what}: ${names.slice(0, shownComplaints).join(', ')}`]
}

/** Returns the n-th of `count` equal parts, counted from 1. */
function shareOf<Item>(items: readonly Item[], part: number, count: number): Item[] {
  return items.slice(((part - 1) * items.length) / count, (part * items.length) / count)
}

function repeated(names: readonly string[]): string[] {
  return [...Map.groupBy(names, (name) => name)].flatMap(([name, { length }]) => (length > 1 ? name : []))
}
