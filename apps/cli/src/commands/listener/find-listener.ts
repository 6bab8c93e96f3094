import type { OwnedListener } from '@signalpost/administration/listener'
import type { Database } from '@signalpost/database'
import { findListener } from '@signalpost/database/records'
import { findWorkspacesOfListener, type ListenerReference } from '@signalpost/database/searching'
import type { Listener } from '@signalpost/domain'
import { RejectedError } from '@signalpost/domain'
import type { CommandContext } from '../../command/context.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { revive } from '../../remote/call-operation.ts'
import type { ConsoleClient } from '../../remote/console-client.ts'

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
  context: Pick<CommandContext, 'database' | 'getWorkspace' | 'remote'>,
  { listenerId, workspace }: { listenerId: string; workspace: string | undefined },
): Promise<ListenerReference> {
  if (workspace !== undefined) return { orgId: workspace, listenerId }
  const [only, ...others] =
    context.remote === undefined ? await findWorkspacesOfListener(context.database, listenerId) : []
  if (only !== undefined && others.length === 0) return { orgId: only, listenerId }
  const { orgId } = await context.getWorkspace(undefined)
  return { orgId, listenerId }
}

/** Throws RejectedError `not_found`. */
export async function getListener(database: Database, reference: ListenerReference): Promise<Listener> {
  const listener = await findListener(database, reference)
  if (listener === undefined) throw new RejectedError('not_found', 'There is no such listener.')
  return listener
}

/** Returns a listener as an act left it. A console answers little of it, so it is read there. */
export async function asLeft(
  { remote }: Pick<CommandContext, 'remote'>,
  reference: ListenerReference,
  result: OwnedListener,
): Promise<OwnedListener> {
  return remote === undefined ? result : readRemoteListener(remote, reference)
}

/** Reads a listener at a console. Throws RejectedError `not_found`. */
export async function readRemoteListener(
  remote: ConsoleClient,
  { orgId, listenerId }: ListenerReference,
): Promise<OwnedListener> {
  const path = `/w/${orgId}/listeners/${encodeURIComponent(listenerId)}`
  const document = revive(await remote.request('get', path))
  // The casts: the console's document has these members.
  const { own, ...listener } = document as Listener & { own: OwnSchedule | null }
  if (own === null) throw new RejectedError('not_found', 'The listener belongs to an outside sender.')
  const { isPaused, sourceId, boards, backfillMs } = own
  const schedule = { isPaused, sourceId, settings: { boards, backfillMs } }
  return { listener, schedule } as OwnedListener
}

type OwnSchedule = Pick<OwnedListener['schedule'], 'isPaused' | 'sourceId'> &
  OwnedListener['schedule']['settings']
