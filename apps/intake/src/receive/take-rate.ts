import type { RateLimiter, Taken } from '@signalpost/database/access'
import { withinDeadline } from './within-deadline.ts'

/** Takes a permit. Throws a TransientError when that cannot be done in time: the request waits for its answer. */
export function takeRate(
  rateLimiter: Pick<RateLimiter, 'take'>,
  request: { bucket: string; limit: number },
): Promise<Taken> {
  return withinDeadline(rateLimiter.take(request), 'The rate of the source could not be told.')
}
