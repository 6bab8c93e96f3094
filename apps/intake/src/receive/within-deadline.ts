import { TransientError } from '@signalpost/domain'

const deadlineMs = 1_500

/**
 * Resolves with the result of `work`; throws a TransientError with the message `failure` when it fails or takes too
 * long.
 */
export async function withinDeadline<T>(work: Promise<T>, failure: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The store took longer than ${deadlineMs} ms.`)), deadlineMs)
  })
  try {
    return await Promise.race([work, tooLate])
  } catch (error) {
    throw new TransientError(failure, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
