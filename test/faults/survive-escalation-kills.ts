import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from '@signalpost/database'
import { migrateQueues } from '@signalpost/queues'
import { type ReceivedWebhook, startWebhookReceiver, waitUntil } from '@signalpost/testing'
import { sql } from 'kysely'
import pg from 'pg'
import { judgeSteps, type StepsVerdict } from '../support/escalating/judge-steps.ts'
import {
  closeHours,
  escalatingOrgIds,
  type PlannedEscalation,
  planEscalations,
  setEdges,
} from '../support/escalating/plan-escalations.ts'
import { countArrivals, noteAttempts, readSteps, readStorings } from '../support/escalating/read-steps.ts'
import { createTaker, type Taker } from '../support/escalating/take-signals.ts'
import { createWaysToTake } from '../support/escalating/ways-to-take.ts'
import { type Product, startProduct } from '../support/product/start-product.ts'
import { createSources } from '../support/sending/create-sources.ts'
import { createRandom, pickOne, type Random } from '../support/sending/random.ts'
import { sendTwice } from '../support/sending/send-twice.ts'

export type EscalationKillsReport = StepsVerdict & {
  signals: number
  taken: number
  /** How many signals were taken in which way. */
  takenBy: Record<string, number>
  kills: number
  seconds: number
}

type Options = {
  databaseUrl: string
  /** Undefined keeps the jobs in PostgreSQL. */
  redisUrl?: string | undefined
  signals: number
  kills: number
  seed: number
  /** The root of another copy of the product. */
  productRoot?: string
  onKill?: (kills: number) => void
}

type EscalatingSignal = ReturnType<typeof signalOf>

const secondsPerKill = 1
const lastStepMs = 8_000
const heldAtOnce = 8
const minuteMs = 60_000
/** Signals come for this long before business hours begin and end, and kills go on for a while after that. */
const beforeEdgeMs = 12_000
const afterEdgeMs = 6_000
/** Of so many signals, some come around the edge. More would keep the workers busy beyond it. */
const signalsWithEdge = 600

/**
 * Kills workers at random moments while signals escalate in two workspaces, people take half of them in every way that
 * they have, and hours begin and end, by the clock and by an edit. Then compares what arrived with what the escalations
 * promise. Times are the database's.
 */
export async function surviveEscalationKills(options: Options): Promise<EscalationKillsReport> {
  const startedAt = performance.now()
  const {
    databaseUrl,
    redisUrl,
    signals: count,
    kills,
    seed,
    productRoot,
    onKill = () => undefined,
  } = options
  const random = createRandom(seed)
  const masterKey = randomBytes(32).toString('base64')
  const client = new pg.Client({ connectionString: databaseUrl })
  const { database } = createDatabase({
    url: databaseUrl,
    applicationName: 'signalpost test',
    onConnectionError: () => undefined,
  })
  const webhook = await startWebhookReceiver()
  let product: Product | undefined
  try {
    await client.connect()
    await noteAttempts(client)
    await migrateQueues({ kind: 'postgres', url: databaseUrl })
    const stores = { databaseUrl, masterKey }
    const sources = (await createSources(stores, { orgIds: escalatingOrgIds, sourcesEach: 1 })).flat()
    const planned = await planEscalations(database, { masterKey, webhook })
    const { ways, prepare } = await createWaysToTake(database, { ...stores, sources, product: () => started })
    const steady = planned.filter(({ hours }) => !isAtEdge(hours))
    const signals = Array.from({ length: count }, (_, index) =>
      signalOf(index, pickOne(index < signalsWithEdge ? planned : steady, random)),
    )
    product = await startProduct({
      ...{ ...stores, redisUrl, root: productRoot },
      counts: { intake: 1, worker: 2, api: 1 },
      env: { SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: webhook.caPath },
    })
    const started = product
    // A copy of the product has not what a console is built from.
    await product.addProcess('console', { root: join(import.meta.dirname, '../..') })
    await prepare()
    const readClock = async (): Promise<number> => {
      const { rows } = await sql<{ ms: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(database)
      return Number(rows[0]?.ms)
    }
    const taker = createTaker(database, { ways, random, readClock })
    const edgeMs = Math.ceil((Date.now() + beforeEdgeMs) / minuteMs) * minuteMs
    await setEdges(database, { planned, edgeMs })

    const sendAndTake = async (some: EscalatingSignal[], spreadMs: number): Promise<void> => {
      const sending = sources.map((source) => {
        const own = some.flatMap(({ document }) => (document.orgId === source.orgId ? document : []))
        // Every signal is sent twice, up to 20 in a request; a pause lasts half as long on average.
        return sendTwice(started, { source, random, signals: own, pauseMs: (spreadMs * 20) / own.length })
      })
      await Promise.all([
        ...sending,
        takeHalf(taker, { signals: some, random, withinMs: spreadMs + lastStepMs }),
      ])
    }
    const atEdge = signals.filter(({ escalation }) => isAtEdge(escalation.hours))
    const others = signals.filter((signal) => !atEdge.includes(signal))
    const sendOthers = async (): Promise<void> => {
      if (count > signalsWithEdge) await sleep(edgeMs - Date.now())
      await sendAndTake(others, kills * secondsPerKill * 1_000)
    }
    const sendAroundEdge = async (): Promise<void> => {
      await sleep(edgeMs - beforeEdgeMs - Date.now())
      await sendAndTake(atEdge, beforeEdgeMs)
    }
    let killed = 0
    const killing = async (): Promise<void> => {
      while (killed < kills || Date.now() < edgeMs + afterEdgeMs) {
        killed += 1
        await sleep(random() * 1_000)
        const held = await killWhileSending(started, { webhook, areAll: killed % 2 === 0, random })
        if (killed === Math.ceil(kills / 2)) await closeHours(database, { planned, readClock })
        for (const signal of signals.filter(({ id }) => held.has(id))) {
          if (random() < 0.5) await taker.take(signal)
        }
        await started.whenReady()
        onKill(killed)
      }
    }
    await Promise.all([sendOthers(), sendAroundEdge(), killing()])
    const stuck = await complainOfWaiting('every step is sent that is due', () => isDone(client), {
      limitMs: 60_000 + count * 250,
      intervalMs: 500,
    })
    const verdict = judgeSteps({
      ...{ signals, takenAtMs: taker.takenAtMs, takenBy: taker.takenBy },
      steps: await readSteps(client),
      storings: await readStorings(client),
      arrivals: countArrivals(webhook.requests),
    })
    return {
      ...{ signals: count, taken: taker.takenAtMs.size, kills: killed },
      takenBy: countBy([...taker.takenBy.values()]),
      seconds: Math.round((performance.now() - startedAt) / 1_000),
      ...{ ...verdict, complaints: [...stuck, ...verdict.complaints] },
    }
  } finally {
    await product?.stop()
    await Promise.all([database.destroy(), client.end(), webhook.close()])
  }
}

/** What arrived is judged also where some of it never came. */
async function complainOfWaiting(...wait: Parameters<typeof waitUntil>): Promise<string[]> {
  try {
    await waitUntil(...wait)
    return []
  } catch (error) {
    return [String(error)]
  }
}

function signalOf(index: number, escalation: PlannedEscalation) {
  const at = new Date().toISOString()
  const id = `sig_${String(index).padStart(6, '0')}x`
  return {
    ...{ id, orgId: escalation.orgId, escalation },
    document: {
      ...{ id, orgId: escalation.orgId, listenerId: 'lsn_1', source: 'reddit' },
      ...{
        url: `https://example.com/${index}`,
        title: `Signal ${id}`,
        excerpt: `About ${escalation.keyword}.`,
      },
      ...{ postedAt: at, firstSeenAt: at, relevanceScore: 90, classification: 'relevant', urgency: 'high' },
      ...{ rationale: 'Because of a keyword.', matchedKeywords: [] },
    },
  }
}

function isAtEdge(hours: PlannedEscalation['hours']): boolean {
  return hours === 'opens' || hours === 'closes'
}

function countBy(names: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, { length }]) => [name, length]),
  )
}

async function takeHalf(
  taker: Taker,
  { signals, random, withinMs }: { signals: EscalatingSignal[]; random: Random; withinMs: number },
): Promise<void> {
  const taken = signals.filter(() => random() < 0.5)
  await Promise.all(
    taken.map(async (signal) => {
      await sleep(random() * withinMs)
      await taker.take(signal)
    }),
  )
}

/** Kills one worker, or all, while the receiver holds back answers. Returns the signals of the requests that it held. */
async function killWhileSending(
  product: Product,
  {
    webhook,
    areAll,
    random,
  }: { webhook: Awaited<ReturnType<typeof startWebhookReceiver>>; areAll: boolean; random: Random },
): Promise<Set<string>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const before = webhook.requests.length
  webhook.troubles.plan({ status: 204, until: released }, { times: heldAtOnce })
  try {
    await sleep(100 + random() * 200)
    const killed = areAll ? product.workers : [pickOne(product.workers, random)]
    await Promise.all(killed.map((worker) => worker.kill()))
    return new Set(webhook.requests.slice(before, before + heldAtOnce).flatMap(signalsIn))
  } finally {
    webhook.troubles.clear()
    release()
  }
}

function signalsIn({ body }: ReceivedWebhook): string[] {
  return body.toString().match(/sig_\d{6}x/g) ?? []
}

/** Steps that wait for business hours are due hours later. */
async function isDone(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`
    select (select count(*) from deliveries where status = 'queued')
         + (select count(*) from pending_changes)
         + (select count(*) from messages
            where status = 'sending' or (status = 'pending' and due_at < now() + interval '1 hour'))
         + (select count(*) from escalation_runs where due_at < now() + interval '1 hour') as open`)
  return Number(rows[0]?.open) === 0
}
