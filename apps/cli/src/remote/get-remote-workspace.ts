import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { UsageError } from '../command/usage-error.ts'
import type { ConsoleClient } from './console-client.ts'
import { readShape } from './read-list.ts'

const sessionSchema = z.object({ workspaces: z.array(z.object({ orgId: z.string() })) })
const foundSchema = z.object({ orgIds: z.array(z.string()) })

/**
 * Returns the named workspace, the one in which the person can see a thing, or the only one in which the person has a role.
 * Throws RejectedError or UsageError.
 */
export async function getRemoteWorkspace(
  client: ConsoleClient,
  orgId: string | undefined,
  about?: { noun: string; id: string },
): Promise<{ orgId: string }> {
  // The console says whether it is there.
  if (orgId !== undefined) return { orgId }
  const { workspaces } = readShape(sessionSchema, await client.request('get', '/session'), client.url)
  const [only, ...others] = workspaces
  if (only === undefined) throw new RejectedError('not_found', 'You have a role in no workspace.')
  if (others.length === 0) return { orgId: only.orgId }
  if (about !== undefined) {
    const found = await client.request('get', '/workspace-of', { query: about })
    const { orgIds } = readShape(foundSchema, found, client.url)
    const [its, ...more] = orgIds
    if (its === undefined) throw new RejectedError('not_found', `There is no such ${about.noun}.`)
    if (more.length === 0) return { orgId: its }
  }
  const ids = workspaces.map((one) => one.orgId).join(', ')
  throw new UsageError(`--workspace is needed: you have a role in ${ids}`)
}
