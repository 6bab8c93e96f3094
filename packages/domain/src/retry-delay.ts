import { dayMs, hourMs, minuteMs, secondMs } from './durations.ts'

type RetryPolicy = {
  firstMs: number
  mostMs: number
  /** By what share each delay varies either way, so that what failed together does not retry together. */
  variation: number
}

const variation = 0.2

/** What is retried, and how soon. Channels list their delays themselves, as their receivers give up at some time. */
export const retryPolicies = {
  /** A delivery that cannot be applied. */
  delivery: { firstMs: secondMs, mostMs: 30 * secondMs, variation },
  warehouse: { firstMs: 5 * secondMs, mostMs: 5 * minuteMs, variation },
  throttledWarehouse: { firstMs: minuteMs, mostMs: 30 * minuteMs, variation },
  misconfiguredWarehouse: { firstMs: minuteMs, mostMs: hourMs, variation },
  /** A row that a warehouse refuses, or a table that refuses too many. */
  refusedRow: { firstMs: minuteMs, mostMs: hourMs, variation },
  redis: { firstMs: 100, mostMs: 2 * secondMs, variation },
  /** A search that a platform fails. */
  search: { firstMs: minuteMs, mostMs: dayMs, variation: 0.5 },
  /** A process that `npm start` restarts. */
  process: { firstMs: 200, mostMs: 5 * secondMs, variation: 0 },
  /** A statement that did not get its locks. */
  locks: { firstMs: secondMs, mostMs: 10 * secondMs, variation: 0 },
  /** A request that waits for another one with its Idempotency-Key. */
  idempotencyKey: { firstMs: 20, mostMs: 250, variation: 0 },
} as const satisfies Record<string, RetryPolicy>

/** Returns how long to wait after this many failures in a row, from 1. The delay doubles each time, up to `mostMs`. */
export function retryDelayMs(policy: RetryPolicy, failures: number, random = Math.random): number {
  const { firstMs, mostMs } = policy
  return Math.min(varied(firstMs * 2 ** (failures - 1), policy.variation, random), mostMs)
}

/** Returns a listed delay of a channel, up to a fifth shorter or longer. */
export function variedDelayMs(delayMs: number, random = Math.random): number {
  return varied(delayMs, variation, random)
}

function varied(delayMs: number, share: number, random: () => number): number {
  return delayMs * (1 - share + 2 * share * random())
}
