import { TransientError } from '@signalpost/domain'
import { raceDeadline } from '@signalpost/runtime'

/** An answer is due within 2 s, also when the database is silent. */
export const answerTimeoutMs = 1_700

/** Returns the result of `work`. Throws TransientError when there is none by `endsAtMs` on `performance.now()`. */
export function withinDeadline<T>(work: Promise<T>, endsAtMs: number): Promise<T> {
  return raceDeadline(work, { limitMs: endsAtMs - performance.now(), late: outOfTime })
}

export function outOfTime(): TransientError {
  return new TransientError('The store did not answer in time.')
}
