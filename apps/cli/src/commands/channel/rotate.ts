import { findRotationIssue, getChannelLookup, rotateChannelAct } from '@signalpost/administration/channel'
import { channels, findChannel } from '@signalpost/channels'
import type { SecretOption, SettingOption } from '@signalpost/domain'
import { idSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { readMemberSecret, toUsageError, usageErrorOf } from '../../parameters/kind-input.ts'
import { kindParametersOf } from '../../parameters/kind-parameters.ts'
import { required, withDefault } from '../../parameters/parameter.ts'
import { durationMs } from '../../parameters/times.ts'
import { record } from '../../terminal/table.ts'

/** The secrets of all kinds, each with a description that names its kinds. */
const secretOptions = secretsOfKinds()

export const channelRotate = defineCommand({
  path: 'channel rotate',
  summary: rotateChannelAct.summary,
  access: rotateChannelAct,
  parameters: {
    channelId: required('<id>', 'the channel', idSchema),
    workspace: workspaceOfIdParameter,
    overlap: withDefault(
      '--overlap <duration>',
      'how long the previous secrets stay valid; 0 ends them at once',
      {
        schema: durationMs,
        text: '24h',
      },
    ),
    ...kindParametersOf(secretOptions),
  },
  run: async ({ call, terminal }, { channelId, workspace, overlap, ...given }) => {
    const secrets: Record<string, string> = {}
    for (const member of Object.keys(secretOptions)) {
      const secret = await readMemberSecret(member, given)
      if (secret !== undefined) secrets[member] = secret
    }
    const { orgId, kind: kindName } = await call(getChannelLookup, { channelId, orgId: workspace })
    const kind = findChannel(kindName)
    if (kind === undefined) throw new Error(`There is no channel of the kind ${kindName} in this version.`)
    const issue = findRotationIssue(kind, secrets)
    if (issue !== undefined) throw usageErrorOf(secretOptions, issue)
    const rotation = { channelId, orgId, secrets, overlapSeconds: overlap / 1_000 }
    const { secret, isGenerated, previousValidUntil } = await call(rotateChannelAct, rotation).catch(
      (error: unknown) => {
        throw toUsageError(secretOptions, error)
      },
    )
    if (isGenerated) terminal.note('Keep the secret now: it is not shown again.')
    return {
      json: { channelId, ...(secret !== undefined && { secret }), previousValidUntil },
      text: record({
        channel: channelId,
        secret: isGenerated ? secret : 'your own',
        'previous valid until': previousValidUntil,
      }),
    }
  },
})

function secretsOfKinds(): Record<string, SecretOption> {
  const found: Record<string, SecretOption> = {}
  for (const { title, options } of channels) {
    for (const [member, option] of Object.entries<SettingOption | SecretOption>(options)) {
      if (!('secret' in option)) continue
      const others = found[member] === undefined ? '' : `${found[member].description}; `
      found[member] = {
        secret: 'text or file',
        ...(option.isLines && { isLines: option.isLines }),
        description: `${others}${title}: ${option.description}`,
      }
    }
  }
  return found
}
