import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCache, findLastingPort, startHAProxy, startOwnPostgres, waitUntil } from '@signalpost/testing'
import type { TestContext } from 'vitest'
import { percentileOf } from '../../bench/results/sample-statistics.ts'
import { auditLedger, describeViolation } from '../../support/audit/audit-ledger.ts'
import { ledgerInvariants } from '../../support/audit/ledger-invariants.ts'
import { createProductProcess, type ProductProcess } from '../../support/product/product-process.ts'
import { runCommand } from '../../support/run-command.ts'
import { openBook } from '../../support/sending/book.ts'
import { createRandom } from '../../support/sending/random.ts'
import { sendTrafficAtRate } from '../../support/sending/send-traffic-at-rate.ts'
import { createSender, type SignedSource } from '../../support/sending/sender.ts'
import { createTraffic, withoutForgeries } from '../../support/sending/traffic.ts'
import { checkOutRelease, type Release } from '../support/check-out-release.ts'
import { whenApplied } from '../support/when-applied.ts'

export type UpgradeReport = {
  /** The 99th percentile of the time until the outcome, before and during the upgrade. */
  p99Ms: { before: number; during: number }
  /** The answers by status; failed connections count under `none`. */
  statuses: Record<string, number>
  acknowledged: number
  lost: number
  appliedTwice: number
  complaints: string[]
}

/** A place in the installation, which one process of one of the versions fills at a time. */
type Place = { port: number; older: ProductProcess; newer: ProductProcess }

const workspaces = ['org_one', 'org_two']
const drainSeconds = '3'
const senderTimeoutMs = 60_000
const sentLimitMs = 240_000

/**
 * Upgrades two intakes behind HAProxy and a worker from the release to this version and back, while requests come at a
 * fixed rate. A process of 0.1.0 does not drain, so HAProxy drains it.
 */
export async function upgradeUnderLoad(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  { ratePerSecond, requestsBetween }: { ratePerSecond: number; requestsBetween: number },
): Promise<UpgradeReport> {
  const release = await checkOutRelease('0.1.0')
  onTestFinished(release.remove)
  const postgres = await startOwnPostgres({ durable: true })
  onTestFinished(postgres.remove)
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-upgrade-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const masterKey = randomBytes(32).toString('base64')
  const stores = { DATABASE_URL: postgres.url, SIGNALPOST_MASTER_KEY: masterKey }
  const sources = await prepare(release, stores)

  const open = async (kind: 'intake' | 'worker', name: string): Promise<Place> => {
    const port = await findLastingPort()
    const of = (version: string, root?: string): ProductProcess => {
      const env = {
        PATH: process.env.PATH ?? '',
        ...{ ...compileCache, ...stores, SIGNALPOST_HOST: '127.0.0.1' },
        [`SIGNALPOST_${kind.toUpperCase()}_PORT`]: String(port),
        SIGNALPOST_DRAIN_SECONDS: kind === 'intake' ? drainSeconds : '0',
      }
      const logPath = join(directory, `${name}-${version}.log`)
      const created = createProductProcess({ name, kind, root, env, logPath, isInstrumented: false })
      onTestFinished(() => created.stop('SIGKILL').then(() => undefined))
      return created
    }
    return { port, older: of('0.1.0', release.root), newer: of('this') }
  }
  const intakes = [await open('intake', 'intake-1'), await open('intake', 'intake-2')]
  const workers = [await open('worker', 'worker-1')]
  const places = [...intakes, ...workers]
  await Promise.all(places.map(({ older }) => older.start()))
  const balancer = await startHAProxy({ serverPorts: intakes.map(({ port }) => port) })
  onTestFinished(balancer.stop)

  const book = openBook(join(directory, 'book.ndjson'))
  onTestFinished(book.close)
  const random = createRandom(1)
  const intakeUrls = (): string[] => [balancer.url]
  const sender = createSender({ book, random, intakeUrls, timeoutMs: senderTimeoutMs })
  onTestFinished(sender.close)
  const traffic = withoutForgeries(createTraffic({ sources, random }))
  const load = sendTrafficAtRate({ sender, traffic }, ratePerSecond)
  const whenSent = async (): Promise<void> => {
    const wanted = (sender.totals.statuses[202] ?? 0) + requestsBetween
    await waitUntil('requests are accepted', () => (sender.totals.statuses[202] ?? 0) >= wanted, {
      limitMs: sentLimitMs,
    })
  }
  const complaints: string[] = []
  const stop = async (one: ProductProcess): Promise<void> => {
    const { code, signal } = await one.stop()
    if (code !== 0) complaints.push(`${one.name} ended with ${code ?? signal}`)
  }
  const upgrade = async ({ port, older, newer }: Place): Promise<void> => {
    const isBalanced = older.kind === 'intake'
    if (isBalanced) await balancer.drain(port)
    await stop(older)
    await newer.start()
    if (isBalanced) await balancer.restore(port)
  }
  const rollBack = async ({ older, newer }: Place): Promise<void> => {
    await stop(newer)
    await older.start()
  }
  const replaceEach = async (replace: (place: Place) => Promise<void>): Promise<void> => {
    for (const place of places) {
      await replace(place)
      const areUp = async (): Promise<boolean> => (await balancer.findUp()).length === intakes.length
      await waitUntil('HAProxy sees both intakes', areUp)
      await whenSent()
    }
  }
  const p99Ms = { before: 0, during: 0 }
  const takeP99 = (): number => Math.round(percentileOf(load.takeDurations(), 0.99))
  try {
    await whenSent()
    p99Ms.before = takeP99()
    const { exitCode, json } = await runCommand(stores, ['migrate'])
    if (exitCode !== 0) complaints.push(`migrate ended with ${exitCode}: ${JSON.stringify(json)}`)
    await whenSent()
    await replaceEach(upgrade)
    await replaceEach(rollBack)
    p99Ms.during = takeP99()
  } finally {
    await load.end()
  }
  await whenApplied(postgres.url)
  const audit = await auditLedger({
    ...{ databaseUrl: postgres.url, bookPath: book.path, sources },
    // 0.1.0 kept no changes that could be recorded from the beginning.
    invariants: ledgerInvariants.filter(({ sql }) => !sql.includes('recorded_changes')),
  })
  const collapsed = places
    .flatMap(({ older, newer }) => [older, newer])
    .filter((one) => one.collapses().length > 0)
  const { acknowledged, lost, appliedTwice, violations } = audit
  return {
    ...{ p99Ms, statuses: sender.totals.statuses, acknowledged, lost, appliedTwice },
    complaints: [
      ...complaints,
      ...violations.map(describeViolation),
      ...sender.totals.strange,
      ...collapsed.map((one) => `${one.name} ended by itself: ${tailOf(directory, one.name)}`),
    ],
  }
}

/** Sets up an installation of the release, like its operator. */
async function prepare(release: Release, stores: Record<string, string>): Promise<SignedSource[]> {
  await release.run(stores, ['migrate'])
  const sources: SignedSource[] = []
  for (const orgId of workspaces) {
    await release.run(stores, ['workspace', 'create', '--id', orgId, '--name', orgId])
    // The cast: the release prints these members.
    const words = ['source', 'create', '--workspace', orgId, '--name', 'Sender']
    const created = (await release.run(stores, words)) as { sourceId: string; secret: string }
    sources.push({ orgId, sourceId: created.sourceId, secret: created.secret })
  }
  return sources
}

function tailOf(directory: string, name: string): string {
  return ['0.1.0', 'this']
    .map((version) => readFileSync(join(directory, `${name}-${version}.log`), 'utf8').slice(-500))
    .join(' | ')
}
