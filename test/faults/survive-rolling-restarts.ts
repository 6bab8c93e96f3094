import type { RequestCounts } from '../support/count-requests.ts'
import type { ProductProcess } from '../support/product/product-process.ts'
import type { BackendName } from '../support/product/queue-store.ts'
import { startHarness } from '../support/product/start-harness.ts'
import { sendTrafficAtRate } from '../support/sending/send-traffic-at-rate.ts'

export type RollingRestartsOptions = {
  backend: BackendName
  /** An empty or migrated database. */
  databaseUrl: string
  restarts: number
  /** Requests a second, sent whether or not earlier ones are answered. */
  rate: number
  seed: number
  onRestart?: (restarts: number) => void
}

export type RollingRestartsReport = {
  backend: BackendName
  restarts: number
  rate: number
  seconds: number
  /** Requests whose header an intake read. */
  begun: number
  answered: number
  /** Requests whose sender broke off before the answer. */
  abandoned: number
  /** The answers that reached the sender. */
  heard: number
  /** Requests that an exiting intake broke off, and that were sent again. */
  broken: number
  statuses: Record<string, number>
  acknowledged: number
  lost: number
  appliedTwice: number
  longestStopMs: number
  complaints: string[]
}

const counts = { intake: 2, worker: 2 }
const settleLimitMs = 60_000

/**
 * Stops one process after another and starts it again, while requests keep coming. Every request whose header was read
 * must be answered, by the process's own count and by the sender's, and nothing accepted may be lost.
 */
export async function surviveRollingRestarts({
  backend,
  databaseUrl,
  restarts,
  rate,
  seed,
  onRestart = () => undefined,
}: RollingRestartsOptions): Promise<RollingRestartsReport> {
  const startedAtMs = performance.now()
  const harness = await startHarness({ backend, databaseUrl, counts, seed })
  try {
    const load = sendTrafficAtRate(harness, rate)
    const complaints: string[] = []
    let longestStopMs = 0
    const stop = async (one: ProductProcess): Promise<void> => {
      const stoppedAtMs = performance.now()
      const { code, signal } = await one.stop()
      longestStopMs = Math.max(longestStopMs, performance.now() - stoppedAtMs)
      if (code !== 0) complaints.push(`${one.name} ended with ${code ?? signal}`)
    }
    const { processes, intakes } = harness.product
    try {
      for (let restart = 0; restart < restarts; restart += 1) {
        const one = processes[restart % processes.length]
        if (one === undefined) throw new Error('There are no processes.')
        await stop(one)
        await one.start()
        onRestart(restart + 1)
      }
    } finally {
      await load.end()
    }
    await harness.settle(settleLimitMs)
    const { audit, complaints: found } = await harness.judge()
    for (const one of intakes) await stop(one)
    const { begun, answered, abandoned } = addUp(
      intakes.flatMap(({ name }) => readCounts(harness.product.logOf(name))),
    )
    const { none: broken = 0, ...statuses } = harness.sender.totals.statuses
    const heard = Object.values(statuses).reduce((sum, count) => sum + count, 0)
    if (answered + abandoned < begun) complaints.push(`${begun - answered - abandoned} were never answered`)
    if (heard + abandoned < begun) complaints.push(`${begun - abandoned - heard} answers never arrived`)
    if (begun === 0) complaints.push('no intake counted its requests')
    return {
      ...{ backend, restarts, rate, begun, answered, abandoned, heard, broken, statuses },
      seconds: Math.round((performance.now() - startedAtMs) / 1000),
      acknowledged: audit.acknowledged,
      lost: audit.lost,
      appliedTwice: audit.appliedTwice,
      longestStopMs: Math.round(longestStopMs),
      complaints: [...complaints, ...found],
    }
  } finally {
    await harness.stop()
  }
}

function addUp(counted: RequestCounts[]): Omit<RequestCounts, 'msg'> {
  const sum = { begun: 0, answered: 0, abandoned: 0 }
  for (const one of counted) {
    sum.begun += one.begun
    sum.answered += one.answered
    sum.abandoned += one.abandoned
  }
  return sum
}

/** One for each life of a process that exited by itself. */
function readCounts(log: string): RequestCounts[] {
  // The cast: only `count-requests.ts` writes such lines.
  return log
    .split('\n')
    .filter((line) => line.startsWith('{"msg":"requests.counted"'))
    .map((line) => JSON.parse(line) as RequestCounts)
}
