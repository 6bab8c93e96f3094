import type { Database } from '@signalpost/database'
import { findListener } from '@signalpost/database/records'
import { findWorkspacesOfListener, type ListenerReference } from '@signalpost/database/searching'
import type { Listener } from '@signalpost/domain'
import { RejectedError } from '@signalpost/domain'
import { getWorkspace, workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'

/** Names one listener. */
export const listenerIdParameters = {
  listenerId: required('<id>', 'the listener'),
  workspace: workspaceOfIdParameter,
}

/**
 * Returns where a listener is: in the given workspace, in the one where a listener of this id was made, or in the only
 * one. Throws RejectedError or UsageError.
 */
export async function locateListener(
  database: Database,
  { listenerId, workspace }: { listenerId: string; workspace: string | undefined },
): Promise<ListenerReference> {
  const [only, ...others] =
    workspace === undefined ? await findWorkspacesOfListener(database, listenerId) : [workspace]
  if (only !== undefined && others.length === 0) return { orgId: only, listenerId }
  const { orgId } = await getWorkspace(database, undefined)
  return { orgId, listenerId }
}

/** Throws RejectedError `not_found`. */
export async function getListener(database: Database, reference: ListenerReference): Promise<Listener> {
  const listener = await findListener(database, reference)
  if (listener === undefined) throw new RejectedError('not_found', 'There is no such listener.')
  return listener
}
