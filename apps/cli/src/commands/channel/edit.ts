import { editChannelAct, getChannelLookup } from '@signalpost/administration/channel'
import { type Channel, channels, findChannel } from '@signalpost/channels'
import { idSchema, type KindOptions, nameSchema, urlMembersOf } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { kindEditOf } from '../../parameters/kind-edit.ts'
import { toUsageError } from '../../parameters/kind-input.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { describeChannel } from './describe-channel.ts'

const edits = kindEditOf(
  'channel',
  channels.map((kind) => ({ title: kind.title, options: editableOf(kind) })),
  { clears: (option) => !('secret' in option) },
)

export const channelEdit = defineCommand({
  path: 'channel edit',
  summary: editChannelAct.summary,
  access: editChannelAct,
  parameters: {
    channelId: required('<id>', 'the channel', idSchema),
    workspace: workspaceOfIdParameter,
    name: optional('--name <text>', 'the display name', nameSchema),
    ...edits.parameters,
  },
  run: async ({ call }, { channelId, workspace, name, ...given }) => {
    const { orgId, kind } = await call(getChannelLookup, { channelId, orgId: workspace })
    const found = findChannel(kind)
    const options = found === undefined ? {} : editableOf(found)
    const { settings, secrets } = await edits.read({ kind, options }, given)
    if (name === undefined && Object.keys(settings).length === 0) {
      throw new UsageError('give --name or at least one setting')
    }
    const channel = await call(editChannelAct, { channelId, orgId, name, settings, secrets }).catch(
      (error: unknown) => {
        throw toUsageError(options, error)
      },
    )
    return { json: channel, text: describeChannel(channel) }
  },
})

/** Settings, and the secrets that are sent to a URL among them: another origin needs them again. */
function editableOf(kind: Channel): KindOptions {
  const isSent = urlMembersOf(kind).length > 0
  return Object.fromEntries(
    Object.entries<KindOptions[string]>(kind.options).filter(
      ([, option]) => !('secret' in option) || (isSent && option.generate === undefined),
    ),
  )
}
