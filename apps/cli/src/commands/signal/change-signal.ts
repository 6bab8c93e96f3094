import type { Signal } from '@signalpost/domain'
import type { CommandContext } from '../../command/context.ts'
import type { ConsoleClient } from '../../remote/console-client.ts'
import { describeSignal } from './describe-signal.ts'

type Reference = { orgId: string; signalId: string }

/** Changes a signal by an act, or at a console by the one route that has all changes, and shows it. */
export async function changeSignal(
  { getWorkspace, remote }: Pick<CommandContext, 'getWorkspace' | 'remote'>,
  { signalId, workspace }: { signalId: string; workspace: string | undefined },
  { body, change }: { body: object; change: (reference: Reference) => Promise<Signal> },
) {
  const { orgId } = await getWorkspace(workspace)
  const reference = { orgId, signalId }
  const signal =
    remote === undefined
      ? await change(reference)
      : ((await remote.request('patch', pathOf(reference), { body })) as Signal) // the cast: the console answers so
  return { json: signal, text: describeSignal(signal) }
}

/** Throws RejectedError `not_found`. */
export async function readRemoteSignal(remote: ConsoleClient, reference: Reference): Promise<Signal> {
  const { signal } = (await remote.request('get', pathOf(reference))) as { signal: Signal } // the cast: the console answers so
  return signal
}

function pathOf({ orgId, signalId }: Reference): string {
  return `/w/${orgId}/signals/${encodeURIComponent(signalId)}`
}
