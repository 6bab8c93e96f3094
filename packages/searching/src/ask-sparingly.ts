import type { Database } from '@signalpost/database'
import { type ModelKind, takeModelCall } from '@signalpost/database/searching'
import { minuteMs } from '@signalpost/domain'
import { ModelError } from '@signalpost/language-model'

/** Why a model gave no answer: the allowance of the day is used up, it failed, or it rests after failures. */
export type NoAnswer = 'budget' | 'failed' | 'paused'

/** Asks a model for a workspace, and returns its answer. */
export type AskSparingly = <Answer>(orgId: string, ask: () => Promise<Answer>) => Promise<Answer | NoAnswer>

const failuresBeforePause = 5
const pauseMs = 5 * minuteMs

/**
 * Lets each workspace ask a model so often on a UTC day. After five failures in a row nothing is asked for five minutes.
 * A ModelError is a failure; other errors are thrown.
 */
export function createAskSparingly({
  database,
  kind,
  dailyCalls,
  nowMs,
}: {
  database: Database
  kind: ModelKind
  dailyCalls: number
  nowMs: () => number
}): AskSparingly {
  let failures = 0
  let pausedAtMs = Number.NEGATIVE_INFINITY
  return async (orgId, ask) => {
    const pausedMs = nowMs() - pausedAtMs
    // A clock that is set back ends the pause; it must not make it longer.
    if (pausedMs >= 0 && pausedMs < pauseMs) return 'paused'
    if (!(await takeModelCall(database, { orgId, kind, most: dailyCalls }))) return 'budget'
    try {
      const answer = await ask()
      failures = 0
      return answer
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      failures += 1
      if (failures >= failuresBeforePause) {
        failures = 0
        pausedAtMs = nowMs()
      }
      return 'failed'
    }
  }
}
