import { setTimeout as sleep } from 'node:timers/promises'
import { percentileOf } from '../results/sample-statistics.ts'
import type { Answer, Client } from './open-client.ts'

export type RateReading = { sent: number; p50Ms: number; p95Ms: number; p99Ms: number }

type Options = {
  client: Client
  requests: Iterable<Buffer>
  perSecond: number
  seconds: number
  /** Called with each answer and its request's index. */
  onAnswer?: (answer: Answer, index: number) => void
  expectedStatus?: number
}

const tickMs = 1

/**
 * Sends at a fixed rate, whether or not earlier requests are answered. A latency starts at the moment when the request
 * was due, so a server that stalls also pays for the requests that it delayed.
 */
export async function sendAtRate({
  client,
  requests,
  perSecond,
  seconds,
  onAnswer,
  expectedStatus = 202,
}: Options): Promise<RateReading> {
  const intervalMs = 1_000 / perSecond
  const iterator = requests[Symbol.iterator]()
  const startedAtMs = performance.now()
  const total = Math.round(perSecond * seconds)
  const latenciesMs: number[] = []
  const underWay: Promise<void>[] = []

  const sendOne = async (request: Buffer, index: number): Promise<void> => {
    const answer = await client.send(request)
    if (answer.status !== expectedStatus)
      throw new Error(`an answer ${answer.status}: ${answer.body.toString('utf8')}`)
    latenciesMs.push(performance.now() - startedAtMs - index * intervalMs)
    onAnswer?.(answer, index)
  }
  for (let index = 0; index < total; ) {
    const due = Math.min(total, Math.floor((performance.now() - startedAtMs) / intervalMs) + 1)
    for (; index < due; index += 1) {
      const next = iterator.next()
      if (next.done === true) throw new RangeError('There are not enough requests.')
      const sending = sendOne(next.value, index)
      // The error is thrown below; until then it must not be an unhandled rejection.
      sending.catch(() => undefined)
      underWay.push(sending)
    }
    await sleep(tickMs)
  }
  await Promise.all(underWay)
  return {
    sent: total,
    p50Ms: percentileOf(latenciesMs, 0.5),
    p95Ms: percentileOf(latenciesMs, 0.95),
    p99Ms: percentileOf(latenciesMs, 0.99),
  }
}
