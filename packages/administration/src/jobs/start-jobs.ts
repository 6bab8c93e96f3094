import type { Database, DueWork } from '@signalpost/database'
import { type JobLease, leaseJob, stopAbandonedJobs } from '@signalpost/database/acts'
import { type Logger, pause, runWhenWoken } from '@signalpost/runtime'
import type { ActServices } from '../define-act.ts'
import type { JobWork } from './define-job.ts'
import { jobLeaseMs } from './job-lease.ts'
import { runJob } from './run-job.ts'

/** The part of a worker that runs jobs. */
export type Jobs = {
  /** Takes up what a look found. */
  takeUp: (work: DueWork) => void
  /** Hands the running jobs over to another process, each after its current step. Waits at most 20 s. */
  stop: () => Promise<void>
}

/** A group of jobs that do not delay those of another lane. */
export type JobLane = {
  acts: readonly string[]
  /** How many jobs run at once. */
  atOnce: number
  run: (lease: JobLease, signal: AbortSignal) => Promise<unknown>
}

const stopLimitMs = 20_000

type Options = {
  database: Database
  lanes: readonly JobLane[]
  logger: Logger
  onFault: (error: unknown) => void
  /** Called if jobs take longer than the stop waits. */
  onCutOff?: ((part: string) => void) | undefined
}

/** Creates a lane that runs the jobs of these works with `services`. */
export function createJobLane<Services extends ActServices>({
  services,
  works,
  atOnce,
}: {
  services: Services
  works: readonly JobWork<Services>[]
  atOnce: number
}): JobLane {
  const acts = works.map(({ act }) => act)
  return { acts, atOnce, run: (lease, signal) => runJob(services, { lease, works, signal }) }
}

/** Runs waiting jobs, in each lane as many at a time as the lane allows. */
export function startJobs({ database, lanes, logger, onFault, onCutOff }: Options): Jobs {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Map<JobLane, Set<Promise<void>>>(lanes.map((lane) => [lane, new Set()]))
  const runningIn = (lane: JobLane): Set<Promise<void>> => running.get(lane) ?? new Set()

  const runIn = async (lane: JobLane, lease: JobLease): Promise<void> => {
    const { jobId, act } = lease.job
    const startedMs = performance.now()
    const fault = await lane.run(lease, signal)
    if (fault !== undefined) onFault(fault)
    logger.info({ jobId, act, durationMs: Math.round(performance.now() - startedMs) }, 'job.ran')
  }
  const claiming = runWhenWoken({
    work: async () => {
      await stopAbandonedJobs(database)
      while (!signal.aborted) {
        const free = lanes.filter((lane) => runningIn(lane).size < lane.atOnce)
        if (free.length === 0) return
        const lease = await leaseJob(database, {
          leaseMs: jobLeaseMs,
          acts: free.flatMap(({ acts }) => acts),
        })
        const lane = free.find(({ acts }) => lease !== undefined && acts.includes(lease.job.act))
        if (lease === undefined || lane === undefined) return
        const run: Promise<void> = runIn(lane, lease)
          .catch(onFault)
          .finally(() => runningIn(lane).delete(run))
        runningIn(lane).add(run)
      }
    },
    onError: onFault,
  })
  return {
    takeUp: ({ hasJobs }) => {
      if (hasJobs) claiming.wake()
    },
    stop: async () => {
      stopping.abort()
      const limit = new AbortController()
      const end = async (): Promise<void> => {
        await claiming.stop()
        await Promise.all(lanes.flatMap((lane) => [...runningIn(lane)]))
      }
      await Promise.race([end(), pause(stopLimitMs, limit.signal)])
      limit.abort()
      if (lanes.some((lane) => runningIn(lane).size > 0)) onCutOff?.('jobs')
    },
  }
}
