import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, createSecretBox, type Database } from '@signalpost/database'
import { writeEvents } from '@signalpost/database/records'
import { createConnection, createSchedule } from '@signalpost/database/searching'
import { dayMs, hourMs } from '@signalpost/domain'
import { migrateQueues } from '@signalpost/queues'
import { rereadPoints } from '@signalpost/runtime'
import { waitUntil } from '@signalpost/testing'
import { type StandInPost, startYoutube, youtubeVideoId } from '@signalpost/testing/platforms'
import pg from 'pg'
import { startProduct } from '../support/product/start-product.ts'
import { createSources } from '../support/sending/create-sources.ts'
import { createRandom, pickOne } from '../support/sending/random.ts'

export type RereadKillsReport = {
  kills: number
  killsAtPoints: number
  /** How many signals were left alone, updated and deleted. */
  unchanged: number
  changed: number
  gone: number
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

const orgId = 'org_one'
const points = [...rereadPoints, 'finds.claimed', 'finds.sent', 'finds.settled'] as const
const pointLimitMs = 3_000
const settleLimitMs = 120_000

/**
 * Kills searchers while finds have to be read again of which a third is gone and a third was edited. Then compares
 * signals, finds and the ledger with the posts. Claims end early, as they would with time.
 */
export async function surviveRereadKills(options: Options): Promise<RereadKillsReport> {
  const { databaseUrl, posts: count, kills, seed, productRoot } = options
  const random = createRandom(seed)
  const masterKey = randomBytes(32).toString('base64')
  const client = new pg.Client({ connectionString: databaseUrl })
  const { database } = createDatabase({
    ...{ url: databaseUrl, applicationName: 'signalpost test' },
    onConnectionError: () => undefined,
  })
  const posts = Array.from({ length: count }, (_, id) => postOf(id))
  const stand = await startYoutube(posts)
  let product: Awaited<ReturnType<typeof startProduct>> | undefined
  try {
    await client.connect()
    await migrateQueues({ kind: 'postgres', url: databaseUrl })
    const sources = await createSources({ databaseUrl, masterKey }, { orgIds: [orgId], sourcesEach: 1 })
    const [source] = sources.flat()
    if (source === undefined) throw new Error('There is a source.')
    await listen(database, { masterKey, url: stand.url, sourceId: source.sourceId })
    const started = await startProduct({
      ...{ databaseUrl, masterKey, root: productRoot },
      counts: { intake: 1, worker: 1, searcher: 2 },
      env: { SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' },
    })
    product = started
    const hasSignals = async () => (await shownIn(client)).size === count
    await waitUntil('every post is a signal', hasSignals, { limitMs: settleLimitMs, intervalMs: 500 })
    const expected = new Map(posts.map((post) => [post.id, post.text]))
    for (const [at, post] of posts.entries()) {
      if (at % 3 === 0) continue
      stand.posts.splice(stand.posts.indexOf(post), 1)
      expected.delete(post.id)
      if (at % 3 === 1) continue
      const text = `${post.text} Edited.`
      stand.posts.push({ ...post, text })
      expected.set(post.id, text)
    }
    let killsAtPoints = 0
    for (let kill = 0; kill < kills; kill += 1) {
      // A part each time, so that there is something to do at every kill.
      await makeDue(client, { part: kill, parts: kills })
      const victim = pickOne(
        started.processes.filter(({ kind }) => kind === 'searcher'),
        random,
      )
      await victim.whenReady()
      const pid = victim.pid()
      const point = points[kill % points.length] ?? 'reread.claimed'
      victim.command({ crash: { point, passage: 1 } })
      const untilMs = performance.now() + pointLimitMs
      while (victim.pid() === pid && performance.now() < untilMs) await sleep(20)
      if (victim.pid() === pid) await victim.kill()
      else killsAtPoints += 1
      await endClaims(client)
      await started.whenReady()
    }
    await makeDue(client, { part: 0, parts: 1 })
    const isOver = async () => {
      await endClaims(client)
      await client.query(
        `update finds set reread_at = now() where state = 'erased' and reread_at is not null`,
      )
      return isSettled(client)
    }
    await waitUntil('everything is read again', isOver, { limitMs: settleLimitMs, intervalMs: 2_000 })
    return {
      ...{ kills, killsAtPoints },
      unchanged: posts.filter(({ id, text }) => expected.get(id) === text).length,
      changed: posts.filter(({ id, text }) => expected.has(id) && expected.get(id) !== text).length,
      gone: posts.filter(({ id }) => !expected.has(id)).length,
      complaints: [
        ...(await compare(client, { posts, expected })),
        ...(await readTroubles(client)),
        ...started.collapses(),
      ],
    }
  } finally {
    await product?.stop()
    await Promise.all([database.destroy(), client.end(), stand.close()])
  }
}

function postOf(id: number): StandInPost {
  return {
    ...{ id, author: `author${id}`, publishedAtMs: Date.now() - hourMs },
    title: `Can anyone recommend a CRM for team ${id}?`,
    text: `Team ${id} is looking for a CRM because ours is down. We need it by friday, as soon as possible.`,
  }
}

async function listen(
  database: Database,
  { masterKey, url, sourceId }: { masterKey: string; url: string; sourceId: string },
): Promise<void> {
  const secretBox = createSecretBox(Buffer.from(masterKey, 'base64'))
  const budget = { most: 1_000_000, windowMs: hourMs }
  await createConnection(database, secretBox, {
    ...{ orgId, platform: 'youtube', baseUrl: url, budget, secrets: { apiKey: 'key' } },
  })
  const listener = {
    ...{ id: 'lsn_one', name: 'CRM', mode: 'market', objective: 'find_customers', keywords: ['crm'] },
    ...{ exclusions: [], queries: [{ source: 'youtube', query: '"crm"' }], sensitivity: 'high' },
    ...{ schedule: { everyMinutes: 1_440 }, profile: { targetRoles: [] } },
  }
  const event = {
    ...{ orgId, idPrefix: 'svc_' as const, type: 'listener.created' as const },
    dataAt: () => ({ listener }),
  }
  await database.transaction().execute(async (transaction) => {
    const settings = { boards: [], backfillMs: 7 * dayMs }
    await createSchedule(transaction, { orgId, listenerId: listener.id, sourceId, settings })
    await writeEvents(transaction, [event], { nowMs: Date.now() })
  })
}

async function makeDue(client: pg.Client, { part, parts }: { part: number; parts: number }): Promise<void> {
  await client.query(
    `update finds set reread_at = now() where state = 'delivered' and abs(hashtext(dedupe_key)) % $1 = $2`,
    [parts, part],
  )
}

async function endClaims(client: pg.Client): Promise<void> {
  await client.query('update finds set claimed_until = now() where claimed_until > now()')
  await client.query('update platform_budgets set asking_until = now() where asking_until > now()')
}

async function isSettled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`
    select (select count(*) from finds where event is not null or reread_at <= now())
         + (select count(*) from deliveries where status = 'queued') as open`)
  return Number(rows[0]?.open) === 0
}

/** The excerpts of signals, by the id of their video. */
async function shownIn(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query(`
    select state #>> '{last,document,dedupeKey}' as key, state #>> '{last,document,excerpt}' as text from signals
    where state #>> '{last,document,dedupeKey}' is not null`)
  return new Map(rows.map(({ key, text }) => [String(key), String(text)]))
}

async function compare(
  client: pg.Client,
  { posts, expected }: { posts: readonly StandInPost[]; expected: ReadonlyMap<number, string> },
): Promise<string[]> {
  const shown = await shownIn(client)
  const { rows: events } = await client.query(`
    select type, count(*)::int as count from deliveries where status = 'applied' group by type`)
  const { rows: bodies } = await client.query(`select convert_from(body, 'UTF8') as body from requests`)
  const ledger = bodies.map(({ body }) => String(body)).join('')
  const counts = new Map(events.map(({ type, count }) => [String(type), Number(count)]))
  const changed = posts.filter(({ id, text }) => expected.has(id) && expected.get(id) !== text).length
  const applied = [
    ['signal.created', posts.length],
    ['signal.updated', changed],
    ['signal.deleted', posts.length - expected.size],
  ] as const
  return [
    ...posts.flatMap(({ id, text }) => {
      const stored = shown.get(`youtube.com/watch?v=${youtubeVideoId(id)}`)
      const wanted = expected.get(id)
      if (stored !== wanted) return [`post ${id} is stored as ${stored}, not as ${wanted}`]
      return wanted === undefined && ledger.includes(text)
        ? [`the ledger still has the text of post ${id}`]
        : []
    }),
    ...applied.flatMap(([type, count]) =>
      counts.get(type) === count ? [] : [`${counts.get(type)} times ${type} was applied, not ${count} times`],
    ),
  ]
}

async function readTroubles(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`
    select 'a delivery is ' || status || ': ' || coalesce(error, '') as trouble from deliveries
    where status not in ('applied', 'duplicate', 'superseded') limit 3`)
  return rows.map(({ trouble }) => String(trouble))
}
