import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { getIntakeBase, interactionsUrlOf } from '../../installation/service-urls.ts'
import { list, optional } from '../../parameters/parameter.ts'
import { readSecret, secretOptions } from '../../parameters/secret.ts'
import { record } from '../../terminal/table.ts'
import { addChannel, newChannelParameters } from './add-channel.ts'
import { getChannelKind, readChannelSecrets, readChannelSettings } from './channel-kind.ts'
import { describeChannel } from './describe-channel.ts'
import { userPairSchema } from './user-pair.ts'

const webhookUrl = secretOptions('webhook-url', 'the incoming webhook; or else a bot:')
const botToken = secretOptions('bot-token', "the bot's token")
const signingSecret = secretOptions('signing-secret', "the signing secret of the bot's app")

export const channelCreateSlack = defineCommand({
  path: 'channel create slack',
  summary: 'Create a Slack channel, with an incoming webhook or a bot. Messages of a bot have buttons.',
  parameters: {
    ...newChannelParameters,
    webhookUrl: webhookUrl.text,
    webhookUrlFile: webhookUrl.file,
    botToken: botToken.text,
    botTokenFile: botToken.file,
    channel: optional('--channel <id>', 'where the bot posts'),
    signingSecret: signingSecret.text,
    signingSecretFile: signingSecret.file,
    users: list('--map-user <SLACKID=USERID...>', 'who its users are here', { schema: userPairSchema }),
  },
  run: async (context, input) => {
    const kind = getChannelKind('slack')
    const given = {
      webhookUrl: await readSecret('webhook-url', { text: input.webhookUrl, file: input.webhookUrlFile }),
      botToken: await readSecret('bot-token', { text: input.botToken, file: input.botTokenFile }),
      signingSecret: await readSecret('signing-secret', {
        text: input.signingSecret,
        file: input.signingSecretFile,
      }),
    }
    const secrets = readChannelSecrets(kind, given)
    const isBot = given.botToken !== undefined
    if (isBot !== (input.channel !== undefined)) {
      throw new UsageError(`--channel: expected ${isBot ? 'with' : 'only with'} --bot-token`)
    }
    if (!isBot && input.users.length > 0) throw new UsageError('--map-user: expected only with --bot-token')
    const settings = readChannelSettings(kind, { channel: input.channel })
    const base = isBot ? getIntakeBase(context.config) : undefined
    const channel = await addChannel(context, { ...input, kind, settings, secrets })
    const interactionsUrl = base === undefined ? undefined : interactionsUrlOf(base, channel.channelId)
    const urlLine = interactionsUrl === undefined ? [] : [record({ 'interactions URL': interactionsUrl })]
    return {
      json: { ...channel, ...(interactionsUrl !== undefined && { interactionsUrl }) },
      text: [describeChannel(channel), ...urlLine].join('\n'),
    }
  },
})
