import { findListener } from '@signalpost/database/records'
import {
  finishRun,
  type ListenerLease,
  type ListenerReference,
  leaseListener,
  peekListener,
  type RunOutcome,
  recordListenerCosts,
  renewListenerLease,
} from '@signalpost/database/searching'
import { dayMs, minuteMs, RejectedError, secondMs } from '@signalpost/domain'
import { emptyHistory, type ListenerHistory } from '@signalpost/judge'
import { pause, reach } from '@signalpost/runtime'
import { processJudging } from '../judging/create-judging.ts'
import type { SearchingServices } from '../services.ts'
import { learn, readLearned } from './learn.ts'
import { type ListenerRun, placeOf, type RunReport } from './listener-run.ts'
import { createRunCosts } from './run-costs.ts'
import { LeaseLostError } from './run-search.ts'
import { runSearches, type SearchesOptions, type SearchesOutcome } from './run-searches.ts'

export const leaseMs = minuteMs
const renewMs = 20 * secondMs
const longestRunMs = 5 * minuteMs
const leasePollMs = 500
const continueMs = secondMs

type RunHooks = Pick<SearchesOptions, 'onAsked' | 'onSkipped' | 'onSearched'> & {
  /** Called once a listener learned from so many verdicts. */
  onRefitted?: (verdicts: number) => void
}

/**
 * Runs a listener now, whatever is due, and ends when what it found is kept. A dry run keeps nothing and shows what a
 * first run would find. Throws RejectedError `not_found` for a listener that was not made here, and `conflict` while
 * another process runs it for minutes.
 */
export async function runListener(
  services: SearchingServices,
  { dry, signal, ...reference }: ListenerReference & { dry: boolean; signal?: AbortSignal | undefined },
): Promise<RunReport> {
  const options = { isForced: true, signal: signal ?? new AbortController().signal }
  if (dry) {
    const unleased = await peekListener(services.database, reference)
    const run = unleased && (await openRun(services, { ...unleased, token: undefined, deadly: undefined }))
    if (unleased === undefined || run === undefined) throw missingListener()
    return reportOf(
      await runSearches(services, run, { ...options, ...unleased, signal: limited(options.signal) }),
    )
  }
  const lease = await waitForLease(services, reference, options.signal)
  const outcome = await runLeased(services, lease, options)
  if (outcome === undefined) throw missingListener()
  return reportOf(outcome)
}

/** Runs a leased listener, and records how it went and when it is due again. Undefined if there is no such listener. */
export async function runLeased(
  services: SearchingServices,
  lease: ListenerLease,
  { isForced, signal, onRefitted, ...hooks }: RunHooks & { isForced: boolean; signal: AbortSignal },
): Promise<SearchesOutcome | undefined> {
  const { database } = services
  const { orgId, listenerId, token, dueAt } = lease
  const finish = (outcome: RunOutcome) => finishRun(database, { orgId, listenerId, token, dueAt, outcome })
  const lost = new AbortController()
  const renewing = keepLease(services, lease, lost)
  reach('listener.leased')
  try {
    const run = await openRun(services, lease, onRefitted)
    if (run === undefined) {
      await finish({ result: 'interrupted', dueInMs: dayMs })
      return undefined
    }
    const limit = limited(AbortSignal.any([signal, lost.signal]))
    const outcome = await runRecorded(services, run, { ...lease, ...hooks, isForced, signal: limit })
    await finish(
      limit.aborted
        ? { result: 'interrupted', dueInMs: continueMs }
        : { ...resultOf(outcome), dueInMs: outcome.dueInMs },
    )
    reach('listener.finished')
    return outcome
  } catch (error) {
    // The process that has the lease now does the rest.
    if (error instanceof LeaseLostError) return { ...nothing }
    await finish({ result: 'interrupted', dueInMs: minuteMs })
    throw error
  } finally {
    clearInterval(renewing)
  }
}

/** Also what a run asked that failed was asked. */
async function runRecorded(
  services: SearchingServices,
  run: ListenerRun,
  options: SearchesOptions,
): Promise<SearchesOutcome> {
  const { orgId, listenerId, costs } = run
  const record = () => recordListenerCosts(services.database, { orgId, listenerId, costs: costs.list() })
  const outcome = await runSearches(services, run, options).catch(async (error: unknown) => {
    // The error that ended the run says more than one from here.
    await record().catch(() => undefined)
    throw error
  })
  await record()
  return outcome
}

const nothing: SearchesOutcome = {
  ...{ items: [], searches: [], missing: [], isFailed: false, isRefused: false, dueInMs: 0 },
}

function resultOf(outcome: SearchesOutcome) {
  const failing = outcome.searches.find(({ error }) => error !== null)
  const error = failing === undefined ? null : `${placeOf(failing)}: ${failing.error}`
  if (outcome.isFailed && error !== null) {
    return { result: 'failed', error, isRefused: outcome.isRefused } as const
  }
  return {
    result: 'ran',
    error: error ?? (outcome.searches.length === 0 ? (outcome.missing[0] ?? null) : null),
  } as const
}

async function openRun(
  services: SearchingServices,
  lease: Omit<ListenerLease, 'token' | 'dueAt'> & { token: string | undefined },
  onRefitted?: (verdicts: number) => void,
): Promise<ListenerRun | undefined> {
  const { database, nowMs, judging = processJudging, askOpinion, askRerank } = services
  const { orgId, listenerId, seed, token, deadly, history, settings } = lease
  const listener = await findListener(database, { orgId, listenerId })
  if (listener === undefined) return undefined
  const reference = { orgId, listenerId }
  // A dry run changes nothing.
  const { weights, lessons, isNew } = await (token === undefined ? readLearned : learn)(services, reference)
  if (isNew && token !== undefined) onRefitted?.(lessons.length)
  return {
    ...{ orgId, listenerId, listener, seed, token, deadly, database, nowMs, judging, askOpinion, askRerank },
    ...{ weights, chosenBar: settings.bar, costs: createRunCosts(), reranked: 0, met: new Set() },
    // The cast: stored as the judge made it.
    history: (history as ListenerHistory | null) ?? emptyHistory(),
  }
}

async function waitForLease(
  { database }: SearchingServices,
  reference: ListenerReference,
  signal: AbortSignal,
): Promise<ListenerLease> {
  const untilMs = performance.now() + longestRunMs
  while (!signal.aborted && performance.now() < untilMs) {
    const lease = await leaseListener(database, { ...reference, leaseMs })
    if (lease !== undefined) return lease
    if ((await peekListener(database, reference)) === undefined) throw missingListener()
    await pause(leasePollMs, signal)
  }
  throw new RejectedError('conflict', 'Another process runs the listener; try again later.')
}

function keepLease({ database }: SearchingServices, lease: ListenerLease, lost: AbortController) {
  return setInterval(() => {
    renewListenerLease(database, { ...lease, leaseMs })
      .then((isHeld) => isHeld || lost.abort())
      // A store that is away fails the run by itself.
      .catch(() => undefined)
  }, renewMs)
}

function limited(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(longestRunMs)])
}

function reportOf({ items, searches, missing }: SearchesOutcome): RunReport {
  return { items, searches, missing }
}

function missingListener(): RejectedError {
  return new RejectedError('not_found', 'There is no such listener that was made here.')
}
