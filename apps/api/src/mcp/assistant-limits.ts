import type { AssistantCaller } from '@signalpost/authorization'
import type { Database } from '@signalpost/database'
import { createRateLimiter, type RateLimiter } from '@signalpost/database/access'
import { dayMs, RejectedError } from '@signalpost/domain'

const callsPerMinute = 120
const requestsPerMinute = 300
const writesPerMinute = 30
const writesPerDay = 300

/** How often assistants may call, over all processes. */
export type AssistantLimits = {
  /** Takes a request of any kind. Throws RejectedError `rate_limited`. */
  takeRequest: (caller: AssistantCaller) => Promise<void>
  /** Takes a call of a tool. Throws RejectedError `rate_limited`. */
  takeCall: (caller: AssistantCaller) => Promise<void>
  /** Takes a write. Throws RejectedError `rate_limited`, for the model to read. */
  takeWrite: (caller: AssistantCaller) => Promise<void>
}

export function createAssistantLimits({
  database,
  nowMs,
}: {
  database: Database
  nowMs: () => number
}): AssistantLimits {
  const minutes = createRateLimiter({ database, nowMs })
  const days = createRateLimiter({ database, nowMs, windowMs: dayMs })
  return {
    takeRequest: ({ personId }) =>
      take(minutes, {
        ...{ bucket: `assistants-of:${personId}`, limit: requestsPerMinute },
        message: 'The assistants of this person have made too many requests in this minute.',
      }),
    takeCall: ({ assistantId }) =>
      take(minutes, {
        ...{ bucket: `assistant:${assistantId}`, limit: callsPerMinute },
        message: 'The assistant has made too many calls in this minute.',
      }),
    takeWrite: async ({ assistantId }) => {
      const bucket = `assistant-writes:${assistantId}`
      const message = (unit: string) => `The assistant has made too many changes in this ${unit}.`
      await take(minutes, { bucket, limit: writesPerMinute, message: message('minute') })
      await take(days, { bucket: `${bucket}:day`, limit: writesPerDay, message: message('day') })
    },
  }
}

async function take(
  limiter: RateLimiter,
  { bucket, limit, message }: { bucket: string; limit: number; message: string },
): Promise<void> {
  const { allowed, resetSeconds } = await limiter.take({ bucket, limit })
  if (allowed) return
  throw new RejectedError('rate_limited', `${message} Try again in ${resetSeconds} seconds.`, {
    headers: { 'retry-after': String(resetSeconds) },
  })
}
