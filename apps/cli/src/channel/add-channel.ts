import type { Channel } from '@signalpost/channels'
import { type ChannelSecrets, createChannel, type StoredChannel } from '@signalpost/database'
import { nameSchema } from '@signalpost/domain'
import type { CommandContext } from '../context.ts'
import { getWorkspace, workspaceParameter } from '../get-workspace.ts'
import { required } from '../parameters/parameter.ts'

/** What every `channel create` takes. */
export const newChannelParameters = {
  workspace: workspaceParameter,
  name: required('--name <text>', 'what people call it', nameSchema),
}

type NewChannel = {
  workspace: string | undefined
  name: string
  kind: Channel
  settings: Record<string, unknown>
  secrets: ChannelSecrets
}

/** Only what is right already reaches the stores: a wrong call is told as such also where there are none. */
export async function addChannel(
  { database, secretBox }: CommandContext,
  { workspace, name, kind, settings, secrets }: NewChannel,
): Promise<StoredChannel> {
  const { orgId } = await getWorkspace(database, workspace)
  return createChannel(database, secretBox, { orgId, kind: kind.kind, name, settings, secrets })
}
