import type { RateLimiter, Taken } from '@signalpost/database'
import { TransientError } from '@signalpost/domain'

const deadlineMs = 1_500

/** Takes a permit. Throws a TransientError when that cannot be done in time: the request waits for its answer. */
export async function takeRate(
  rateLimiter: RateLimiter,
  request: { bucket: string; limit: number },
): Promise<Taken> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The store took longer than ${deadlineMs} ms.`)), deadlineMs)
  })
  try {
    return await Promise.race([rateLimiter.take(request), tooLate])
  } catch (error) {
    throw new TransientError('The rate of the source could not be told.', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
