import type { RateLimiter, Taken } from '@signalpost/database/access'
import { withinDeadline } from './within-deadline.ts'

/** Takes a permit. Throws a TransientError when that takes too long, because the request waits for it. */
export function takeRate(
  rateLimiter: Pick<RateLimiter, 'take'>,
  request: { bucket: string; limit: number },
): Promise<Taken> {
  return withinDeadline(rateLimiter.take(request), 'The rate limit of the source could not be checked.')
}
