import { type Database, type DatabaseTransaction, throwIfStoreFault } from '@signalpost/database'
import { requestMessageEdits } from '@signalpost/database/dispatches'
import {
  type ClaimedDelivery,
  claimIdentities,
  claimOne,
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

/**
 * Applies all deliveries that `claim` takes, in one transaction. Returns their number. If one makes the transaction
 * fail, each is applied alone, so only that one waits for another attempt or becomes a dead letter. A fault of the
 * store throws a TransientError and costs no attempt: the deliveries stay queued.
 */
export async function applyDeliveries(dependencies: Dependencies, claim: Claim): Promise<number> {
  let claimed: ClaimedDelivery[] = []
  try {
    return await applyInOneTransaction(dependencies, async (transaction) => {
      claimed = await claim(transaction)
      return claimed
    })
  } catch (error) {
    throwIfStoreFault(error)
    for (const delivery of claimed) await applyAlone(dependencies, delivery)
    return claimed.length
  }
}

async function applyInOneTransaction(
  { database, logger, metrics, nowMs, tracer }: Dependencies,
  claim: Claim,
  onJudged: (judged: Judged[]) => void = () => undefined,
): Promise<number> {
  const startedAtMs = performance.now()
  let traces: DeliveryTraces | undefined
  const applying = database.transaction().execute(async (transaction) => {
    const claimed = await claim(transaction)
    if (claimed.length === 0) return []
    reach('batch.claimed')
    traces = tracer && (await traceDeliveries(tracer, transaction, { claimed, startedAtMs }))
    const bodies = await readBodies(
      transaction,
      claimed.map((delivery) => delivery.requestId),
    )
    const judged = judgeDeliveries(claimed, bodies)
    onJudged(judged)
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

async function applyAlone(dependencies: Dependencies, delivery: ClaimedDelivery): Promise<void> {
  const { database, logger, metrics, maxAttempts } = dependencies
  const { deliveryId } = delivery
  let recordId: string | undefined
  try {
    await applyInOneTransaction(
      dependencies,
      (transaction) => claimOne(transaction, deliveryId),
      ([judged]) => {
        recordId = judged?.recordId
      },
    )
  } catch (error) {
    throwIfStoreFault(error)
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
}
