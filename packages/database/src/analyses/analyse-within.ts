import { RejectedError } from '@signalpost/domain'
import type { Database } from '../database.ts'
import { takeAnalysisCall } from './analysis-calls.ts'
import { releaseAnalysis, reserveAnalysis } from './reserve-analysis.ts'

type Limits = {
  orgId: string
  /** The id of the key or person who asks, and how errors name them. */
  callerId: string
  callerKind: 'key' | 'person'
  /** The most analyses of the workspace at once; any number by default. */
  mostAtOnce?: number
}

const callsPerHour = 5
/** Longer than any analysis, so the reservation of a dead process expires. */
const leaseMs = 120_000
/** Most analyses are over by then. */
const busySeconds = 30

/**
 * Counts a call and reserves one analysis of the workspace's allowance, then analyses; a failure gives the reservation
 * back. Count the analysis with what depends on it (`countAnalysis`). Throws RejectedError `rate_limited` and
 * `allowance_exhausted`, with Retry-After.
 */
export async function analyseWithin<Result>(
  database: Database,
  { orgId, callerId, callerKind, mostAtOnce }: Limits,
  analyse: () => Promise<Result>,
): Promise<{ result: Result; analysisId: string }> {
  const call = await takeAnalysisCall(database, { orgId, callerId, limit: callsPerHour })
  if (!call.isTaken) {
    const message = `The ${callerKind} has made ${callsPerHour} analyses in this hour.`
    throw refusal('rate_limited', message, call.retryAfterSeconds)
  }
  const reservation = await reserveAnalysis(database, { orgId, leaseMs, mostAtOnce })
  if (!reservation.isReserved) {
    if (reservation.reason === 'busy') {
      throw refusal('rate_limited', 'Another website is being read for the workspace.', busySeconds)
    }
    const message = "The workspace's analyses of this month are used up."
    throw refusal('allowance_exhausted', message, reservation.retryAfterSeconds)
  }
  const { analysisId } = reservation
  try {
    return { result: await analyse(), analysisId }
  } catch (error) {
    await releaseAnalysis(database, { orgId, analysisId }).catch(() => undefined) // its lease expires
    throw error
  }
}

function refusal(
  code: 'rate_limited' | 'allowance_exhausted',
  message: string,
  seconds: number,
): RejectedError {
  return new RejectedError(code, message, { headers: { 'retry-after': String(seconds) } })
}
