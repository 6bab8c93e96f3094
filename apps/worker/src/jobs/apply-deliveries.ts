import { type Database, type DatabaseTransaction, throwIfStoreFault } from '@signalpost/database'
import { requestMessageEdits } from '@signalpost/database/dispatches'
import {
  type ClaimedDelivery,
  claimIdentities,
  claimListed,
  identityKey,
  postponeDelivery,
  readBodies,
  type Settlement,
  settleDeliveries,
} from '@signalpost/database/ledger'
import { mergeContributions } from '@signalpost/database/records'
import { retryDelayMs, retryPolicies } from '@signalpost/domain'
import { type Logger, reach } from '@signalpost/runtime'
import type { Tracer } from '@signalpost/tracing'
import type { WorkerMetrics } from '../worker-metrics.ts'
import { type Judged, judgeDeliveries } from './judge-deliveries.ts'
import { type DeliveryTraces, traceDeliveries } from './trace-deliveries.ts'

type Dependencies = {
  database: Database
  logger: Logger
  metrics: WorkerMetrics
  maxAttempts: number
  nowMs: () => number
  tracer?: Tracer | undefined
}

type Claim = (transaction: DatabaseTransaction) => Promise<ClaimedDelivery[]>

/** What a transaction applies of what it claimed. The rest is too large for it, and stays queued. */
export type Taking = { taken: ClaimedDelivery[]; left: ClaimedDelivery[] }

/** A transaction may have many deliveries or large ones; both would need too much memory. */
const bodyBytesDefault = 16 * 1024 * 1024

/**
 * Applies the deliveries that `claim` takes, in one transaction: all, or the first of them if their bodies are large.
 * Returns how many it applied and how many it left queued. If one makes the transaction fail, halves are applied until
 * it is alone, so only that one waits for another attempt or becomes a dead letter. A fault of the store throws a
 * TransientError and costs no attempt: the deliveries stay queued.
 *
 * @param onTaken called before anything is applied
 * @param bodyBytes how many bytes of bodies a transaction takes before it leaves the rest
 */
export async function applyDeliveries(
  dependencies: Dependencies,
  claim: Claim,
  { onTaken, bodyBytes }: Pick<Steps, 'onTaken' | 'bodyBytes'> = {},
): Promise<{ applied: number; left: number }> {
  let taking: Taking = { taken: [], left: [] }
  const note = (noted: Taking): void => {
    taking = noted
    onTaken?.(taking)
  }
  try {
    const applied = await applyInOneTransaction(dependencies, claim, { onTaken: note, bodyBytes })
    return { applied, left: taking.left.length }
  } catch (error) {
    throwIfStoreFault(error)
    await applyHalves(dependencies, taking.taken)
    return { applied: taking.taken.length, left: taking.left.length }
  }
}

type Steps = {
  onTaken?: (taking: Taking) => void
  onJudged?: (judged: Judged[]) => void
  bodyBytes?: number | undefined
}

async function applyInOneTransaction(
  { database, logger, metrics, nowMs, tracer }: Dependencies,
  claim: Claim,
  { onTaken, onJudged, bodyBytes = bodyBytesDefault }: Steps,
): Promise<number> {
  const startedAtMs = performance.now()
  let traces: DeliveryTraces | undefined
  const applying = database.transaction().execute(async (transaction) => {
    const all = await claim(transaction)
    if (all.length === 0) return []
    reach('batch.claimed')
    const requestIds = all.map((delivery) => delivery.requestId)
    const bodies = await readBodies(transaction, requestIds, { mostBytes: bodyBytes })
    const claimed = all.filter(({ requestId }) => bodies.get(requestId) !== null)
    onTaken?.({ taken: claimed, left: all.filter(({ requestId }) => bodies.get(requestId) === null) })
    traces = tracer && (await traceDeliveries(tracer, transaction, { claimed, startedAtMs }))
    const judged = judgeDeliveries(claimed, bodies)
    onJudged?.(judged)
    const settledAtMs = nowMs()
    const { traceparentOf } = traces ?? {}
    const settlements = await mergeJudged(transaction, judged, { nowMs: settledAtMs, traceparentOf })
    reach('batch.merged')
    await settleDeliveries(transaction, settlements, settledAtMs)
    reach('batch.settled')
    return claimed.map((delivery, index) => ({
      type: delivery.type,
      status: settlements[index]?.status ?? 'dead',
      waitedMs: delivery.attempts === 0 ? settledAtMs - delivery.receivedAt.getTime() : undefined,
    }))
  })
  const settled = await applying.catch((error: unknown) => {
    traces?.fail(error)
    throw error
  })
  if (settled.length === 0) return 0
  reach('batch.applied')
  traces?.end(settled.map(({ status }) => status))
  const durationMs = performance.now() - startedAtMs
  const counts = metrics.countSettled(settled, durationMs)
  logger.info({ deliveries: settled.length, ...counts, durationMs: Math.round(durationMs) }, 'batch.applied')
  return settled.length
}

async function mergeJudged(
  transaction: DatabaseTransaction,
  judged: Judged[],
  { nowMs, traceparentOf }: { nowMs: number; traceparentOf: DeliveryTraces['traceparentOf'] | undefined },
): Promise<Settlement[]> {
  const valid = judged.filter((one) => one.verdict === 'valid')
  const identities = valid.map(({ delivery, contentSha256 }) => ({ ...delivery, contentSha256 }))
  const standing = valid.length > 0 ? await claimIdentities(transaction, identities, nowMs) : new Map()
  const settlements = judged.map((one) => settlementOf(one, standing))
  const contributions = judged.flatMap((one, index) =>
    one.verdict === 'valid' && settlements[index]?.status === 'applied'
      ? one.contributions.map((contribution) => ({ ...contribution, orgId: one.delivery.orgId }))
      : [],
  )
  await mergeContributions(transaction, contributions, { nowMs, traceparentOf })
  const pressed = judged.filter(
    ({ delivery }, index) => delivery.event !== null && settlements[index]?.status === 'applied',
  )
  // A person who pressed a button expects the outcome in the message.
  await requestMessageEdits(
    transaction,
    pressed.map(({ delivery }) => delivery.deliveryId),
    nowMs,
  )
  return settlements
}

function settlementOf(
  judged: Judged,
  standing: Map<string, { deliveryId: string; contentSha256: Buffer }>,
): Settlement {
  const settled = { deliveryId: judged.delivery.deliveryId, recordId: judged.recordId }
  if (judged.verdict === 'ignored') {
    return { ...settled, status: 'ignored', ...(judged.reason !== undefined && { error: judged.reason }) }
  }
  if (judged.verdict === 'invalid') {
    return { ...settled, status: 'dead', error: 'The data of the event is not valid.', issues: judged.issues }
  }
  const first = standing.get(identityKey(judged.delivery))
  if (first === undefined || first.deliveryId === settled.deliveryId) return { ...settled, status: 'applied' }
  return first.contentSha256.equals(judged.contentSha256)
    ? { ...settled, status: 'duplicate', error: `The same as ${first.deliveryId}.` }
    : {
        ...settled,
        status: 'conflict',
        error: `Different content than ${first.deliveryId} under the same id.`,
      }
}

async function applyHalves(dependencies: Dependencies, deliveries: ClaimedDelivery[]): Promise<void> {
  const middle = Math.ceil(deliveries.length / 2)
  await applyPart(dependencies, deliveries.slice(0, middle))
  await applyPart(dependencies, deliveries.slice(middle))
}

/** Applies a part of what failed together: in one transaction, or in halves if that fails too. */
async function applyPart(dependencies: Dependencies, deliveries: ClaimedDelivery[]): Promise<void> {
  const [first] = deliveries
  if (first === undefined) return
  const ids = deliveries.map(({ deliveryId }) => deliveryId)
  let recordId: string | undefined
  try {
    await applyInOneTransaction(dependencies, (transaction) => claimListed(transaction, ids), {
      onJudged: ([judged]) => {
        recordId = judged?.recordId
      },
    })
  } catch (error) {
    throwIfStoreFault(error)
    if (deliveries.length > 1) return await applyHalves(dependencies, deliveries)
    await postpone(dependencies, first, { error, recordId })
  }
}

async function postpone(
  { database, logger, metrics, maxAttempts }: Dependencies,
  delivery: ClaimedDelivery,
  { error, recordId }: { error: unknown; recordId: string | undefined },
): Promise<void> {
  const { deliveryId } = delivery
  const attempts = delivery.attempts + 1
  const isLast = attempts >= maxAttempts
  const message = error instanceof Error ? error.message : String(error)
  const delayMs = retryDelayMs(retryPolicies.delivery, attempts)
  await postponeDelivery(database, { deliveryId, error: message, delayMs, isLast, recordId })
  metrics.countFailure(isLast ? 'buried' : 'postponed')
  const line = { deliveryId, orgId: delivery.orgId, type: delivery.type, attempts, err: error }
  if (isLast) logger.error(line, 'delivery.buried')
  else logger.info(line, 'delivery.postponed')
}
