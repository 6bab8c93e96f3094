import type { CommonConfig } from './common-config.ts'

const keysOfWorkspace = 10

/** How much a workspace may do and have that has no limits of its own; 0 requests are no limit. */
export type WorkspaceLimits = { requestsPerMinute: number; openJobs: number; listeners: number }

/** Returns the limits of the environment. A workspace may by default make the requests of ten keys. */
export function workspaceLimitsOf(
  config: Pick<
    CommonConfig,
    | 'SIGNALPOST_RATE_PER_MINUTE'
    | 'SIGNALPOST_WORKSPACE_RATE_PER_MINUTE'
    | 'SIGNALPOST_WORKSPACE_JOBS'
    | 'SIGNALPOST_WORKSPACE_LISTENERS'
  >,
): WorkspaceLimits {
  return {
    requestsPerMinute:
      config.SIGNALPOST_WORKSPACE_RATE_PER_MINUTE ?? config.SIGNALPOST_RATE_PER_MINUTE * keysOfWorkspace,
    openJobs: config.SIGNALPOST_WORKSPACE_JOBS,
    listeners: config.SIGNALPOST_WORKSPACE_LISTENERS,
  }
}
