import { setTimeout as sleep } from 'node:timers/promises'
import type { Audit } from '../support/audit/audit-ledger.ts'
import type { BackendName } from '../support/queue-store.ts'
import { pickOne } from '../support/random.ts'
import type { Outgoing, SenderTotals } from '../support/sender.ts'
import { type Harness, startHarness } from '../support/start-harness.ts'
import { waitUntil } from '../support/wait-until.ts'

export type KillsOptions = {
  backend: BackendName
  /** Of an empty database. */
  databaseUrl: string
  deliveries: number
  kills: number
  seed: number
  /** Takes random jobs out of the queue all the while. */
  losesJobs?: boolean
}

export type KillsReport = {
  backend: BackendName
  totals: SenderTotals
  killsByProcess: Record<string, number>
  jobsDeleted: number
  settledAfterMs: number
  durationMs: number
  audit: Audit
  /** Everything that must not be: broken invariants, strange answers, processes that ended by themselves. */
  complaints: string[]
}

const counts: Record<'intake' | 'worker', number> = { intake: 2, worker: 2 }
const concurrency = 32
/** Of the kills, those that do not wait for their victim to be ready. */
const earlyKillShare = 0.15
const longestPauseMs = 60
const jobLossIntervalMs = 50
const jobsLostAtOnce = 3

/** Sends deliveries while random processes are killed, evenly over the run, and compares the ledger with the book. */
export async function surviveKills(options: KillsOptions): Promise<KillsReport> {
  const { backend, databaseUrl, seed } = options
  const startedAtMs = performance.now()
  const harness = await startHarness({
    backend,
    databaseUrl,
    counts,
    seed,
    sender: { retryShare: 0.5 },
  })
  try {
    const killing = killRandomly(harness, options)
    const losing = options.losesJobs === true ? loseJobs(harness) : undefined
    const sending = harness.sender.sendAll(pacedTraffic(harness, options, killing.done), concurrency)
    await Promise.all([sending, killing.finished])
    const jobsDeleted = (await losing?.stop()) ?? 0
    await harness.product.whenReady()
    const settledAfterMs = await harness.settle()
    const { audit, complaints } = await harness.judge()
    return {
      backend,
      totals: harness.sender.totals,
      killsByProcess: Object.fromEntries(harness.product.processes.map((one) => [one.name, one.kills()])),
      jobsDeleted,
      settledAfterMs,
      durationMs: performance.now() - startedAtMs,
      audit,
      complaints,
    }
  } finally {
    await harness.stop()
  }
}

type Killing = { done: () => number; finished: Promise<void> }

function killRandomly({ product, sender, random }: Harness, { deliveries, kills }: KillsOptions): Killing {
  let done = 0
  const killAll = async (): Promise<void> => {
    for (; done < kills; done += 1) {
      const due = ((done + 1) * deliveries) / (kills + 1)
      await waitUntil('the next kill is due', () => sender.totals.deliveries >= due, { intervalMs: 5 })
      await sleep(random() * longestPauseMs)
      const isEarly = random() < earlyKillShare
      const victims = () => product.processes.filter((one) => isEarly || one.isReady())
      await waitUntil('there is a process to kill', () => victims().length > 0)
      await pickOne(victims(), random).kill()
    }
  }
  return { done: () => done, finished: killAll() }
}

/** Holds the traffic back so that it lasts as long as the kills. */
async function* pacedTraffic(
  { traffic }: Harness,
  { deliveries, kills }: KillsOptions,
  killsDone: () => number,
): AsyncGenerator<Outgoing> {
  let sent = 0
  while (sent < deliveries) {
    const allowed = (): number => ((killsDone() + 1.5) * deliveries) / (kills + 1)
    await waitUntil('the traffic may go on', () => sent < allowed(), { intervalMs: 5 })
    const outgoing = traffic.next()
    sent += outgoing.events.length
    yield outgoing
  }
}

function loseJobs({ queueStore }: Harness): { stop: () => Promise<number> } {
  let isRunning = true
  let deleted = 0
  const rounds = async (): Promise<void> => {
    while (isRunning) {
      deleted += await queueStore.deleteRandomJobs(jobsLostAtOnce)
      await sleep(jobLossIntervalMs)
    }
  }
  const running = rounds()
  // Whoever stops it is told; until then a failure must not end the process.
  running.catch(() => undefined)
  return {
    stop: async () => {
      isRunning = false
      await running
      return deleted
    },
  }
}
