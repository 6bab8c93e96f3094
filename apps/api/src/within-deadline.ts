import { TransientError } from '@signalpost/domain'

/** The result of `work`, or a TransientError when it is not there at `endsAtMs` on `performance.now()`. */
export async function withinDeadline<T>(work: Promise<T>, endsAtMs: number): Promise<T> {
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  const fail = (): void => reject(new TransientError('The store did not answer in time.'))
  const timer = setTimeout(fail, endsAtMs - performance.now())
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
