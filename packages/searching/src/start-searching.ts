import {
  forgetFetchedPages,
  forgetFinds,
  forgetListenerCosts,
  forgetModelCalls,
  leaseDueListener,
  measureWaitingFinds,
  spreadOverdueListeners,
} from '@signalpost/database/searching'
import { dayMs, hourMs, minuteMs, secondMs } from '@signalpost/domain'
import { createWakeableLoop, type Logger, type Periodic, runPeriodically } from '@signalpost/runtime'
import { type DeliveryServices, deliverFinds } from './deliver/deliver-finds.ts'
import { processJudging } from './judging/create-judging.ts'
import { rereadFinds } from './retain/reread-finds.ts'
import { leaseMs, runLeased } from './run/run-listener.ts'
import type { SearchingMetrics } from './searching-metrics.ts'
import type { SearchingServices } from './services.ts'

type Watching = {
  metrics: SearchingMetrics
  logger: Logger
  onFault: (part: string) => (error: unknown) => void
}

const runPollMs = 2 * secondMs
/** A round this long after the last follows an absence: of all searchers, of the store, or of the machine. */
const absenceMs = minuteMs
/** How listeners that were due in an absence are spread. */
const spread = { overdueMs: absenceMs, apartMs: 0.5 * secondMs, withinMs: 10 * minuteMs }
const deliveryPollMs = 2 * secondMs
const rereadPollMs = 2 * secondMs
const measureMs = 15 * secondMs
/** Each asks one platform at a time. */
const mostRuns = 4
const kept = { textMs: 7 * dayMs, keyMs: 400 * dayMs, pageMs: 7 * dayMs }
const forgottenAtOnce = 1_000

/**
 * Runs the listeners that are due, the next as soon as one has ended. On stop, runs in flight end after their page. Any
 * number of copies may run.
 */
export function startRunning(services: SearchingServices, { metrics, logger, onFault }: Watching): Periodic {
  const stopping = new AbortController()
  const { signal } = stopping
  const onRunFault = onFault('runs')
  const runs = new Set<Promise<unknown>>()
  const begin = async (): Promise<boolean> => {
    if (runs.size >= mostRuns || signal.aborted) return false
    const lease = await leaseDueListener(services.database, { leaseMs })
    if (lease === undefined) return false
    const { orgId, listenerId } = lease
    const run = runLeased(services, lease, {
      ...{ isForced: false, signal },
      onRefitted: (verdicts) => logger.info({ orgId, listenerId, verdicts }, 'listener.refitted'),
      onAsked: metrics.countRequest,
      onSkipped: (platform, post) => {
        metrics.countSkipped(platform)
        logger.warn({ orgId, listenerId, platform, ...post }, 'post.skipped')
      },
      onSearched: ({ skipped, ...report }, outcome) => {
        metrics.countSearch(report.platform, outcome)
        logger.info({ orgId, listenerId, ...report, skipped: skipped.length }, 'search.ran')
      },
    })
      .catch(onRunFault)
      .finally(() => {
        runs.delete(run)
        rounds.wake()
      })
    runs.add(run)
    return true
  }
  // A thread takes a while to start; the first page need not wait for it.
  void (services.judging ?? processJudging).run('fingerprint', { posts: [] }).catch(onRunFault)
  let lastRoundMs = Number.NEGATIVE_INFINITY
  const round = async (): Promise<number> => {
    if (performance.now() - lastRoundMs > absenceMs) {
      const listeners = await spreadOverdueListeners(services.database, spread)
      if (listeners > 0) logger.info({ listeners }, 'listeners.spread')
    }
    await whileMore(begin)
    lastRoundMs = performance.now()
    return runPollMs
  }
  const rounds = createWakeableLoop({ round, onError: onRunFault, intervalAfterErrorMs: runPollMs })
  return {
    stop: async () => {
      stopping.abort()
      await rounds.stop()
      await Promise.all(runs)
    },
  }
}

/** Reads finds again where their platform demands it. Any number of copies may run. */
export function startRereading(
  services: SearchingServices,
  { metrics, logger, onFault }: Watching,
): Periodic {
  const stopping = new AbortController()
  const { signal } = stopping
  const reread = async (): Promise<boolean> => {
    if (signal.aborted) return false
    const report = await rereadFinds(services, { signal, onAsked: metrics.countRequest })
    if (report === undefined) return false
    const { counts, ...about } = report
    metrics.countReread(report.platform, counts)
    logger.info({ ...about, ...counts }, 'finds.reread')
    return true
  }
  const rounds = runPeriodically({
    intervalMs: rereadPollMs,
    work: () => whileMore(reread),
    onError: onFault('rereads'),
  })
  return {
    stop: async () => {
      stopping.abort()
      await rounds.stop()
    },
  }
}

/** Delivers what listeners found, measures what waits, and forgets what is old. Any number of copies may run. */
export function startDelivering(
  services: DeliveryServices,
  { metrics, logger, onFault }: Watching,
): Periodic {
  const { database } = services
  const stopping = new AbortController()
  const deliver = async (): Promise<boolean> => {
    if (stopping.signal.aborted) return false
    const delivered = await deliverFinds(services, stopping.signal)
    if (delivered === undefined) return false
    const { counts, ...about } = delivered
    metrics.countSettled(counts)
    logger.info({ ...about, ...counts }, 'finds.delivered')
    return true
  }
  const parts = [
    runPeriodically({
      intervalMs: deliveryPollMs,
      work: () => whileMore(deliver),
      onError: onFault('delivery'),
    }),
    runPeriodically({
      intervalMs: measureMs,
      work: async () => metrics.showWaiting(await measureWaitingFinds(database)),
      onError: onFault('measures'),
    }),
    runPeriodically({
      intervalMs: hourMs,
      work: async () => {
        await forgetFinds(database, { ...kept, limit: forgottenAtOnce })
        await forgetFetchedPages(database, { ageMs: kept.pageMs, limit: forgottenAtOnce })
        await forgetModelCalls(database)
        await forgetListenerCosts(database)
      },
      onError: onFault('forgetting'),
    }),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}

async function whileMore(next: () => Promise<boolean>): Promise<void> {
  while (await next());
}
