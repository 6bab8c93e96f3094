import { RejectedError } from '@signalpost/domain'
import { UsageError } from '../command/usage-error.ts'
import type { ConsoleClient } from './console-client.ts'

/** Returns the named workspace, or the only one in which the person has a role. Throws RejectedError or UsageError. */
export async function getRemoteWorkspace(
  client: ConsoleClient,
  orgId: string | undefined,
): Promise<{ orgId: string }> {
  // The console says whether it is there.
  if (orgId !== undefined) return { orgId }
  const session = await client.request('get', '/session')
  const { workspaces } = session as { workspaces: { orgId: string }[] } // the cast: the console answers so
  const [only, ...others] = workspaces
  if (only === undefined) throw new RejectedError('not_found', 'You have a role in no workspace.')
  if (others.length === 0) return { orgId: only.orgId }
  const ids = workspaces.map((one) => one.orgId).join(', ')
  throw new UsageError(`--workspace is needed: you have a role in ${ids}`)
}
