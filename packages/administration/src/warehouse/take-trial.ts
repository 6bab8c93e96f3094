import { RejectedError } from '@signalpost/domain'

/** Each may take memory and a connection for as long as the other side likes. */
const mostAtOnce = 2
const mostOfWorkspace = 1
const retryAfterSeconds = 10

/** The workspaces of the trials under way in this process. */
const underWay: string[] = []

/**
 * Runs the trial of a warehouse. Throws RejectedError `rate_limited` while another one of the workspace is under way, or
 * two in all.
 */
export async function takeTrial<Result>(orgId: string, trial: () => Promise<Result>): Promise<Result> {
  const own = underWay.filter((one) => one === orgId).length
  if (own >= mostOfWorkspace || underWay.length >= mostAtOnce) {
    throw new RejectedError(
      'rate_limited',
      'Another warehouse is being tried or asked. Wait a while, then try again.',
      {
        headers: { 'retry-after': String(retryAfterSeconds) },
      },
    )
  }
  underWay.push(orgId)
  try {
    return await trial()
  } finally {
    underWay.splice(underWay.indexOf(orgId), 1)
  }
}
