import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { TestContext } from 'vitest'
import { fillLedger } from '../../bench/filling/fill-ledger.ts'
import { runStatement } from '../../bench/stage/start-bench-postgres.ts'
import { auditLedger, describeViolation } from '../../support/audit/audit-ledger.ts'
import { startHarness } from '../../support/product/start-harness.ts'
import { startProduct } from '../../support/product/start-product.ts'
import { runCommand } from '../../support/run-command.ts'
import { acceptMore } from '../../support/sending/accept-more.ts'
import { createSources } from '../../support/sending/create-sources.ts'
import { underLoad } from '../../support/sending/under-load.ts'
import { startBackedUpPostgres } from '../support/start-backed-up-postgres.ts'
import { whenApplied } from '../support/when-applied.ts'

export type RestoreReport = {
  /** Deliveries that were in the ledger before the first request. */
  filled: number
  /** Deliveries acknowledged before the moment. */
  acknowledged: number
  /** Deliveries acknowledged after it. */
  acknowledgedLater: number
  /** From the beginning of the restore until a process is ready on it. */
  secondsUntilReady: number
  complaints: string[]
  stepsLeftOut: string[]
  doctor: unknown
  doctorWithAnotherKey: unknown
}

const acceptedEach = 80

/** Backs a server up under load, loses it, restores it to a moment, and compares the ledger with the senders' book. */
export async function restoreToAMoment(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  { filled }: { filled: number },
): Promise<RestoreReport> {
  const server = await startBackedUpPostgres()
  onTestFinished(server.stop)
  const harness = await startHarness({ backend: 'postgres', databaseUrl: server.url })
  onTestFinished(harness.stop)
  const { masterKey, sources, book, sender } = harness
  if (filled > 0) await fill(harness, filled)

  let moment = ''
  let bookOfMoment = ''
  let acknowledged = 0
  await underLoad(harness, async () => {
    await acceptMore(harness, acceptedEach)
    await server.backUp('full')
    await acceptMore(harness, acceptedEach)
    await server.backUp('incr')
    await acceptMore(harness, acceptedEach)
    const ended = readFileSync(book.path, 'utf8')
    acknowledged = sender.totals.acknowledged
    const [row] = await server.query('select clock_timestamp()::text as moment')
    moment = String(row?.moment)
    const begun = readFileSync(book.path, 'utf8')
    bookOfMoment = ended + withoutAnswers(begun.slice(ended.length))
    await acceptMore(harness, acceptedEach)
    await server.archive()
  })
  const acknowledgedLater = sender.totals.acknowledged - acknowledged
  await harness.product.stop()
  await server.lose()

  const beganAtMs = performance.now()
  const { url } = await server.restore(moment)
  const product = await startProduct({ databaseUrl: url, masterKey, counts: { intake: 1, worker: 1 } })
  onTestFinished(product.stop)
  const secondsUntilReady = (performance.now() - beganAtMs) / 1_000
  await whenApplied(url)
  const complaints = filled > 0 ? await removeFilled(url, filled) : []
  const bookPath = server.home.write('book.ndjson', bookOfMoment)
  const audit = await auditLedger({ databaseUrl: url, bookPath, sources })
  return {
    ...{ filled, acknowledged, acknowledgedLater, secondsUntilReady },
    complaints: [...complaints, ...audit.violations.map(describeViolation)],
    stepsLeftOut: server.stepsLeftOut(),
    doctor: await consultDoctor(url, masterKey),
    doctorWithAnotherKey: await consultDoctor(url, randomBytes(32).toString('base64')),
  }
}

/** Keeps the beginnings of attempts: after the moment was read, an answer no longer proves that it came before. */
function withoutAnswers(lines: string): string {
  const isBeginning = (line: string): boolean => line.includes('"sha256"')
  return lines
    .split('\n')
    .filter(isBeginning)
    .map((line) => `\n${line}`)
    .join('')
}

const filler = 'org_filler'

async function fill(stores: { databaseUrl: string; masterKey: string }, count: number): Promise<void> {
  const [[source] = []] = await createSources(stores, { orgIds: [filler], sourcesEach: 1 })
  if (source === undefined) throw new Error('No source was created.')
  await fillLedger({ ...stores, source }, { count })
}

/** Removes what no sender sent, after it was counted. */
async function removeFilled(url: string, filled: number): Promise<string[]> {
  const sourcesOf = `(select source_id from sources where org_id = '${filler}')`
  const [row] = await runStatement(
    url,
    `select count(*)::int as restored from deliveries join requests using (request_id) where org_id = '${filler}'`,
  )
  for (const table of ['identities', 'deliveries', 'requests']) {
    await runStatement(url, `delete from ${table} where source_id in ${sourcesOf}`)
  }
  await runStatement(url, `select recount_ledger('')`)
  return row?.restored === filled ? [] : [`${String(row?.restored)} of ${filled} are restored`]
}

async function consultDoctor(databaseUrl: string, masterKey: string): Promise<unknown> {
  const anyPort = ['INTAKE', 'API', 'CONSOLE', 'WORKER', 'SEARCHER'].map((name) => [
    `SIGNALPOST_${name}_PORT`,
    '0',
  ])
  const { json } = await runCommand(
    {
      ...Object.fromEntries(anyPort),
      DATABASE_URL: databaseUrl,
      SIGNALPOST_MASTER_KEY: masterKey,
    },
    ['doctor'],
  )
  return json
}
