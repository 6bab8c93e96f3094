import { TransientError } from '@signalpost/domain'
import { raceDeadline } from '@signalpost/runtime'

const deadlineMs = 1_500

/**
 * Resolves with the result of `work`; throws a TransientError with the message `failure` when it fails or takes too
 * long.
 */
export async function withinDeadline<T>(work: Promise<T>, failure: string): Promise<T> {
  const late = (): Error => new Error(`The store took longer than ${deadlineMs} ms.`)
  try {
    return await raceDeadline(work, { limitMs: deadlineMs, late })
  } catch (error) {
    throw new TransientError(failure, { cause: error })
  }
}
