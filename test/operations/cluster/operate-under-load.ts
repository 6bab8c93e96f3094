import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signServiceV1 } from '@signalpost/signatures'
import { sendRequest, startOwnPostgres, waitUntil } from '@signalpost/testing'
import type { TestContext } from 'vitest'
import { percentileOf } from '../../bench/results/sample-statistics.ts'
import { auditLedger, describeViolation } from '../../support/audit/audit-ledger.ts'
import { ledgerInvariants } from '../../support/audit/ledger-invariants.ts'
import { openBook } from '../../support/sending/book.ts'
import { createRandom } from '../../support/sending/random.ts'
import { sendTrafficAtRate } from '../../support/sending/send-traffic-at-rate.ts'
import { createSender, type SignedSource } from '../../support/sending/sender.ts'
import { createTraffic, withoutForgeries } from '../../support/sending/traffic.ts'
import { renderChart } from '../chart/support/helm.ts'
import { type Manifest, readManifests } from '../chart/support/manifest.ts'
import type { Image } from '../support/images/build-image.ts'
import { whenApplied } from '../support/when-applied.ts'
import { createStandInCluster, type StandInCluster } from './stand-in-cluster.ts'

export type OperationsReport = {
  /** The 99th percentile of the time until the outcome, by what was done meanwhile. */
  p99Ms: Record<string, number>
  /** The answers by status; failed connections count under `none`. */
  statuses: Record<string, number>
  acknowledged: number
  lost: number
  appliedTwice: number
  complaints: string[]
}

type Options = {
  image: Image
  ratePerSecond: number
  /** How long nothing is done but sending, before and between operations. */
  quietSeconds: number
  /** `name=value` for the chart. */
  settings: readonly string[]
}

const intake = 'signalpost-intake'
const secretName = 'signalpost'
const senderTimeoutMs = 60_000
const quietly = 'nothing'

/** Installs the chart on a stand-in for a cluster, then upgrades, rolls back, scales and drains a node while requests come. */
export async function operateUnderLoad(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  { image, ratePerSecond, quietSeconds, settings }: Options,
): Promise<OperationsReport> {
  const postgres = await startOwnPostgres({ durable: true })
  onTestFinished(postgres.remove)
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-cluster-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))

  // Releases of the same code: nothing but the tag makes pods differ.
  const [previous, current] = [await render('previous', settings), await render('current', settings)]
  const cluster = createStandInCluster({
    nodes: ['one', 'two'],
    imageOf: () => image,
    secret: { DATABASE_URL: postgres.url, SIGNALPOST_MASTER_KEY: randomBytes(32).toString('base64') },
  })
  onTestFinished(cluster.remove)
  await cluster.apply(previous, 'pre-install')
  const sources = [await createSource(cluster)]

  const book = openBook(join(directory, 'book.ndjson'))
  onTestFinished(book.close)
  const random = createRandom(1)
  const sender = createSender({
    book,
    random,
    intakeUrls: () => [cluster.urlOf(intake)],
    timeoutMs: senderTimeoutMs,
  })
  onTestFinished(sender.close)
  const sendFor = (seconds: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  await waitUntil('the Service has endpoints', () => isReachable(cluster.urlOf(intake)))
  await waitUntil('every intake knows the source', () => areKnown(sources, cluster))
  const traffic = withoutForgeries(createTraffic({ sources, random }))
  const load = sendTrafficAtRate({ sender, traffic }, ratePerSecond)
  const p99Ms: OperationsReport['p99Ms'] = {}
  const during = async (what: string, work: () => Promise<void>): Promise<void> => {
    await work()
    p99Ms[what] = Math.round(percentileOf(load.takeDurations(), 0.99))
  }
  try {
    await sendFor(quietSeconds)
    // The first requests warm the processes up.
    load.takeDurations()
    await during(quietly, () => sendFor(quietSeconds))
    await during('upgrade', () => cluster.apply(current, 'pre-upgrade'))
    await during('rollback', () => cluster.rollBack(previous))
    await during('scaling up', () => cluster.scale(intake, 3))
    await during('scaling down', () => cluster.scale(intake, 2))
    await during('draining a node', () => cluster.drain('one'))
    await sendFor(quietSeconds)
  } finally {
    await load.end()
  }
  await whenApplied(postgres.url)
  const audit = await auditLedger({
    ...{ databaseUrl: postgres.url, bookPath: book.path, sources },
    // Nothing records changes here.
    invariants: ledgerInvariants.filter(({ sql }) => !sql.includes('recorded_changes')),
  })
  const { acknowledged, lost, appliedTwice, violations } = audit
  return {
    ...{ p99Ms, statuses: sender.totals.statuses, acknowledged, lost, appliedTwice },
    complaints: [...cluster.complaints, ...violations.map(describeViolation), ...sender.totals.strange],
  }
}

/** Returns the phases whose 99th percentile is more than three times that of the quiet one. */
export function findSlowPhases({ p99Ms }: OperationsReport): string[] {
  const quiet = p99Ms[quietly] ?? Number.NaN
  return Object.entries(p99Ms).flatMap(([what, ms]) =>
    ms <= 3 * quiet ? [] : [`${what}: ${ms} ms, quiet ${quiet} ms`],
  )
}

async function render(tag: string, settings: readonly string[]): Promise<Manifest[]> {
  const chosen = [`existingSecret=${secretName}`, `image.tag=${tag}`, ...settings]
  const answer = await renderChart({ settings: chosen })
  if (!answer.ok) throw new Error(answer.message)
  return readManifests(answer.stdout)
}

/** Creates what the notes of the chart tell an operator to create. */
async function createSource(cluster: StandInCluster): Promise<SignedSource> {
  const run = async (words: readonly string[]) =>
    // The cast: the CLI prints these members.
    JSON.parse(await cluster.run(intake, [...words, '--json'])) as Record<string, string>
  const { orgId = '' } = await run(['workspace', 'create', '--id', 'org_one', '--name', 'One'])
  const { sourceId = '', secret = '' } = await run([
    'source',
    'create',
    '--workspace',
    orgId,
    '--name',
    'Sender',
  ])
  return { orgId, sourceId, secret }
}

/** An intake reads new sources each second, later on a loaded machine, and answers 401 until then. */
async function areKnown(sources: readonly SignedSource[], cluster: StandInCluster): Promise<boolean> {
  const body = 'not JSON, so that nothing is stored'
  const statuses = sources.flatMap(({ sourceId, secret }) =>
    cluster.podsOf(intake).map(async ({ address, port }) => {
      const timestampSeconds = Math.floor(Date.now() / 1_000)
      const signature = signServiceV1({ secret, timestampSeconds, body: Buffer.from(body) })
      const { status } = await sendRequest(`http://${address}:${port}`, {
        path: `/hooks/${sourceId}`,
        headers: [
          ['content-type', 'application/json'],
          ['x-service-signature', signature],
        ],
        body,
      })
      return status
    }),
  )
  return (await Promise.all(statuses)).every((status) => status === 400)
}

function isReachable(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
