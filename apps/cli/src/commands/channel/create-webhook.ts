import { generateSecret } from '@signalpost/signatures'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { list, optional, required } from '../../parameters/parameter.ts'
import { readSecret } from '../../parameters/secret.ts'
import { record } from '../../terminal/table.ts'
import { addChannel, newChannelParameters } from './add-channel.ts'
import { getChannelKind, readChannelSecrets, readChannelSettings } from './channel-kind.ts'
import { describeChannel } from './describe-channel.ts'

export const channelCreateWebhook = defineCommand({
  path: 'channel create webhook',
  summary: 'Announces to a URL, and tells it of changes; shows the secret that it verifies with, once.',
  parameters: {
    ...newChannelParameters,
    url: required('--url <url>', 'where events are posted'),
    events: list('--event <type...>', 'the changes that it is told of, * for all', { schema: z.string() }),
    secretFile: optional('--secret-file <file>', "a file with the receiver's own secret, - for stdin"),
  },
  run: async (context, input) => {
    const kind = getChannelKind('webhook')
    const settings = readChannelSettings(kind, { url: input.url, events: input.events })
    const own = await readSecret('secret', { text: undefined, file: input.secretFile })
    const secret = own ?? generateSecret()
    const secrets = readChannelSecrets(kind, { secret })
    const channel = await addChannel(context, { ...input, kind, settings, secrets })
    if (own === undefined) context.terminal.note('Keep the secret now: it is not shown again.')
    return {
      json: { ...channel, secret },
      text: `${describeChannel(channel)}\n${record({ secret: own === undefined ? secret : 'your own' })}`,
    }
  },
})
