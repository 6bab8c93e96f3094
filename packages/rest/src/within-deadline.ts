import { TransientError } from '@signalpost/domain'

/** An answer is due within 2 s, also when the database is silent. */
export const answerTimeoutMs = 1_700

/** Returns the result of `work`. Throws TransientError when there is none by `endsAtMs` on `performance.now()`. */
export async function withinDeadline<T>(work: Promise<T>, endsAtMs: number): Promise<T> {
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  const fail = (): void => reject(outOfTime())
  const timer = setTimeout(fail, endsAtMs - performance.now())
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

export function outOfTime(): TransientError {
  return new TransientError('The store did not answer in time.')
}
