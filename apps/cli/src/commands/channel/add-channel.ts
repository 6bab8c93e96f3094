import { createChannelAct } from '@signalpost/administration'
import type { Channel } from '@signalpost/channels'
import type { ChannelSecrets, ChannelUser, StoredChannel } from '@signalpost/database/rules'
import { nameSchema } from '@signalpost/domain'
import type { CommandContext } from '../../command/context.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'

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
  users?: ChannelUser[]
}

/** Only what is right already reaches the stores: a wrong call is reported as such where there are none. */
export async function addChannel(
  { database, perform }: CommandContext,
  { workspace, kind, name, settings, secrets, users }: NewChannel,
): Promise<StoredChannel> {
  const { orgId } = await getWorkspace(database, workspace)
  return perform(createChannelAct, { orgId, kind: kind.kind, name, settings, secrets, users })
}
