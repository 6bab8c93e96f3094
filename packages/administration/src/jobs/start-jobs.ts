import { setTimeout as delay } from 'node:timers/promises'
import { leaseJob } from '@signalpost/database/acts'
import type { Logger } from '@signalpost/runtime'
import type { ActServices } from '../define-act.ts'
import type { JobWork } from './define-job.ts'
import { jobLeaseMs, runJob } from './run-job.ts'

/** The part of a worker that runs jobs. */
export type Jobs = {
  /** Leaves jobs under way to another process, after the step that each is in. */
  stop: () => Promise<void>
}

const jobsAtOnce = 2
const pollMs = 500

type Options<Services> = {
  services: Services
  works: readonly JobWork<Services>[]
  logger: Logger
  onFault: (error: unknown) => void
}

/** Runs what waits, two jobs at once. */
export function startJobs<Services extends ActServices>({
  services,
  works,
  logger,
  onFault,
}: Options<Services>): Jobs {
  const stopping = new AbortController()
  const { signal } = stopping
  const acts = works.map(({ act }) => act)

  const runNext = async (): Promise<boolean> => {
    const lease = await leaseJob(services.database, { leaseMs: jobLeaseMs, acts })
    if (lease === undefined) return false
    const { jobId, act } = lease.job
    const startedMs = performance.now()
    const fault = await runJob(services, { lease, works, signal })
    if (fault !== undefined) onFault(fault)
    logger.info({ jobId, act, durationMs: Math.round(performance.now() - startedMs) }, 'job.ran')
    return true
  }

  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const ran = await runNext().catch((error: unknown) => {
        onFault(error)
        return false
      })
      if (!ran) await delay(pollMs, undefined, { signal }).catch(() => undefined)
    }
  }

  const loops = Array.from({ length: jobsAtOnce }, work)
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}
