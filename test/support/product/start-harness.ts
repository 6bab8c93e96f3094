import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '@signalpost/database'
import { migrateQueues } from '@signalpost/queues'
import { waitUntil } from '@signalpost/testing'
import pg from 'pg'
import { type Audit, auditLedger, describeViolation } from '../audit/audit-ledger.ts'
import { recordChanges } from '../audit/record-changes.ts'
import { type Book, openBook } from '../sending/book.ts'
import { createSources } from '../sending/create-sources.ts'
import { createRandom, type Random } from '../sending/random.ts'
import { createSender, type Sender, type SignedSource } from '../sending/sender.ts'
import { createTraffic } from '../sending/traffic.ts'
import type { ProcessKind } from './product-process.ts'
import { type BackendName, type QueueStore, startQueueStore } from './queue-store.ts'
import { type Product, startProduct } from './start-product.ts'

export type Harness = {
  product: Product
  queueStore: QueueStore
  sources: SignedSource[]
  /** Adds a source to those in the book; the traffic does not use it. */
  addSource: (source: SignedSource) => void
  sender: Sender
  traffic: ReturnType<typeof createTraffic>
  book: Book
  random: Random
  databaseUrl: string
  /** Where the product itself finds its database and its jobs. */
  productStores: { databaseUrl: string; redisUrl: string | undefined }
  masterKey: string
  /** Runs one statement on the product's database. */
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  /** Waits until nothing is queued. Returns how long that took. */
  settle: (limitMs?: number) => Promise<number>
  /** Compares ledger and book; `complaints` lists everything wrong and is empty if all is well. */
  judge: () => Promise<{ audit: Audit; complaints: string[] }>
  stop: () => Promise<void>
}

export type HarnessOptions = {
  backend: BackendName
  /** An empty or migrated database. */
  databaseUrl: string
  /** Where the product finds it, if different. */
  productDatabaseUrl?: string
  counts?: Partial<Record<ProcessKind, number>>
  /** The root of another copy of the product. */
  productRoot?: string | undefined
  seed?: number
  env?: Record<string, string>
  /** Without it, Redis loses everything when it dies. */
  appendonly?: boolean
  /** Returns the port on which the product finds the Redis of this port; the same by default. */
  redisPort?: (port: number) => Promise<number>
  sender?: { retries?: number; retryShare?: number; freshShare?: number; timeoutMs?: number }
}

const settleLimitMs = 60_000
const orgIds = ['org_one', 'org_two']
const sourcesEach = 2

/**
 * Starts the product as real processes on real stores, with two workspaces of two sources each, and a sender with a
 * book.
 */
export async function startHarness(options: HarnessOptions): Promise<Harness> {
  const { backend, databaseUrl, counts = { intake: 1, worker: 1 }, seed = 1 } = options
  const random = createRandom(seed)
  const masterKey = randomBytes(32).toString('base64')
  await migrateDatabase({ url: databaseUrl })
  await migrateQueues({ kind: 'postgres', url: databaseUrl })
  const sources = (await createSources({ databaseUrl, masterKey }, { orgIds, sourcesEach })).flat()
  await recordChanges({ databaseUrl, masterKey }, orgIds)

  const directory = mkdtempSync(join(tmpdir(), 'signalpost-book-'))
  const book = openBook(join(directory, 'book.ndjson'))
  const queueStore = await startQueueStore(backend, { databaseUrl, appendonly: options.appendonly ?? true })
  const redisUrl = await urlFor(queueStore, options)
  const env = options.env ?? {}
  const productStores = { databaseUrl: options.productDatabaseUrl ?? databaseUrl, redisUrl }
  const judged = [...sources]
  const stopStores = async (): Promise<void> => {
    await queueStore.stop()
    book.close()
    rmSync(directory, { recursive: true, force: true })
  }
  let product: Product
  try {
    product = await startProduct({
      ...productStores,
      masterKey,
      counts,
      env,
      root: options.productRoot,
    })
  } catch (cause) {
    await stopStores()
    throw cause
  }
  const sender = createSender({ ...options.sender, book, random, intakeUrls: product.intakeUrls })
  const query: Harness['query'] = (text, values) => runStatement(databaseUrl, text, values)

  return {
    product,
    queueStore,
    sources,
    addSource: (source) => void judged.push(source),
    sender,
    traffic: createTraffic({ sources, random }),
    book,
    random,
    databaseUrl,
    productStores,
    masterKey,
    query,
    settle: async (limitMs = settleLimitMs) => {
      const startedAtMs = performance.now()
      const nothingQueued = async (): Promise<boolean> => {
        const [row] = await query(`select count(*)::int as queued from deliveries where status = 'queued'`)
        return row?.queued === 0
      }
      await waitUntil('nothing is queued', nothingQueued, { limitMs, intervalMs: 250 })
      return performance.now() - startedAtMs
    },
    judge: async () => {
      const audit = await auditLedger({ databaseUrl, bookPath: book.path, sources: judged })
      const collapses = product.collapses().map((one) => `ended by itself: ${one}`)
      const strange = sender.totals.strange.map((one) => `answered: ${one}`)
      return { audit, complaints: [...audit.violations.map(describeViolation), ...collapses, ...strange] }
    },
    stop: async () => {
      sender.close()
      await product.stop()
      await stopStores()
    },
  }
}

async function urlFor({ redisUrl }: QueueStore, { redisPort }: HarnessOptions): Promise<string | undefined> {
  if (redisUrl === undefined || redisPort === undefined) return redisUrl
  const url = new URL(redisUrl)
  return Object.assign(url, { port: await redisPort(Number(url.port)) }).href
}

async function runStatement(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // The query throws; without a listener, a lost connection would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}
