import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { list } from '../../parameters/parameter.ts'
import { addChannel, newChannelParameters } from './add-channel.ts'
import { getChannelKind, readChannelSettings } from './channel-kind.ts'
import { describeChannel } from './describe-channel.ts'

export const channelCreateEmail = defineCommand({
  path: 'channel create email',
  summary: 'Announces by mail, a mail for each recipient.',
  parameters: {
    ...newChannelParameters,
    to: list('--to <address...>', 'who gets it', { schema: z.string(), isMandatory: true }),
  },
  run: async (context, input) => {
    const kind = getChannelKind('email')
    const settings = readChannelSettings(kind, { to: input.to })
    const channel = await addChannel(context, { ...input, kind, settings, secrets: {} })
    if (context.config.smtp === undefined) {
      context.terminal.note('There is no SIGNALPOST_SMTP_URL here: the worker needs one to send mails.')
    }
    return { json: channel, text: describeChannel(channel) }
  },
})
