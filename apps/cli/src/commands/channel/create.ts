import { createChannelAct } from '@signalpost/administration/channel'
import { type Channel, channels, findGeneratedSecret, hasInteractions } from '@signalpost/channels'
import { nameSchema } from '@signalpost/domain'
import { type CliCommand, readAccess, readInput } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { getIntakeBase } from '../../installation/service-urls.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { readKindInput, toUsageError } from '../../parameters/kind-input.ts'
import { fileOf, kindParametersOf } from '../../parameters/kind-parameters.ts'
import { optionNamed } from '../../parameters/option-name.ts'
import { list, required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'
import { describeChannel } from './describe-channel.ts'
import { userPairSchema } from './user-pair.ts'

const commonParameters = {
  workspace: workspaceParameter,
  name: required('--name <text>', 'the display name', nameSchema),
}

const userParameters = {
  users: list('--map-user <SLACKID=USERID...>', 'maps its Slack users to users of the workspace', {
    schema: userPairSchema,
  }),
}

/** One command for each kind, in the order of the kinds. */
export const channelCreate: readonly CliCommand[] = channels.map(createCommandOf)

/** Defines `channel create KIND` with the options that the kind declares. */
function createCommandOf(kind: Channel): CliCommand {
  const { options, interactions } = kind
  const kindParameters = kindParametersOf(options)
  const generated = findGeneratedSecret(kind)
  return {
    path: `channel create ${kind.kind}`,
    summary: `${kind.summary}.`,
    access: readAccess(createChannelAct),
    parameters: { ...commonParameters, ...kindParameters, ...(interactions && userParameters) },
    isService: false,
    run: async (context, written) => {
      const { remote, terminal } = context
      const { workspace, name } = readInput(commonParameters, written)
      const { users } = interactions ? readInput(userParameters, written) : { users: [] }
      const own = readInput(kindParameters, written)
      const { settings, secrets } = await readKindInput(kind, own)
      const hasButtons = hasInteractions(kind, secrets)
      if (interactions && users.length > 0 && !hasButtons) {
        throw new UsageError(`--map-user goes only with ${optionNamed(interactions.goesWith)}`)
      }
      const hasUrl = interactions !== undefined && hasButtons && remote === undefined
      const base = hasUrl ? `${getIntakeBase(context.config)}${interactions.path}` : undefined
      const { orgId } = await context.getWorkspace(workspace)
      // The cast: options give texts and lists.
      const given = settings as Record<string, string | string[]>
      const input = { orgId, kind: kind.kind, name, settings: given, secrets, users }
      const created = await context.call(createChannelAct, input).catch((error: unknown) => {
        throw toUsageError(options, error)
      })
      const { isSecretGiven: _own, secret: _shown, ...stored } = created
      // A console repeats no secret that it was given, and the command gives also those that it generates.
      const channel = { ...stored, ...(generated && { secret: secrets[generated.member] }) }
      const interactionsUrl = base && `${base}/${channel.channelId}`
      const isNew = generated !== undefined && !own[generated.member] && !own[fileOf(generated.member)]
      const gap = remote === undefined ? kind.findGap?.(context.config) : undefined
      if (gap !== undefined) terminal.note(gap)
      if (isNew) terminal.note('Keep the secret now: it is not shown again.')
      const lines = [
        ...(interactionsUrl === undefined ? [] : [record({ 'interactions URL': interactionsUrl })]),
        ...(generated === undefined ? [] : [record({ secret: isNew ? channel.secret : 'your own' })]),
      ]
      return {
        json: { ...channel, ...(interactionsUrl !== undefined && { interactionsUrl }) },
        text: [describeChannel(channel), ...lines].join('\n'),
      }
    },
  }
}
