import { rotateChannelAct } from '@signalpost/administration'
import type { Channel } from '@signalpost/channels'
import { getChannel } from '@signalpost/database/rules'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required, withDefault } from '../../parameters/parameter.ts'
import { readSecret, secretOptions } from '../../parameters/secret.ts'
import { durationMs } from '../../parameters/times.ts'
import { record } from '../../terminal/table.ts'
import { getChannelKind, optionOf } from './channel-kind.ts'

const webhookUrl = secretOptions('webhook-url', 'a new incoming webhook')
const botToken = secretOptions('bot-token', "the bot's new token")
const signingSecret = secretOptions('signing-secret', "the new signing secret of the bot's app")
const ownSecret = secretOptions('secret', "the receiver's own new secret; one is made unless it is given")

export const channelRotate = defineCommand({
  path: 'channel rotate',
  summary: 'Give a channel new secrets. A generated one is shown once.',
  parameters: {
    channelId: required('<id>', 'the channel'),
    workspace: workspaceOfIdParameter,
    overlap: withDefault(
      '--overlap <duration>',
      'how long the secrets before stay valid; 0 ends them at once',
      {
        schema: durationMs,
        text: '24h',
      },
    ),
    webhookUrl: webhookUrl.text,
    webhookUrlFile: webhookUrl.file,
    botToken: botToken.text,
    botTokenFile: botToken.file,
    signingSecret: signingSecret.text,
    signingSecretFile: signingSecret.file,
    secret: ownSecret.text,
    secretFile: ownSecret.file,
  },
  run: async ({ database, perform, terminal }, { channelId, workspace, overlap, ...input }) => {
    const texts = {
      webhookUrl: await readSecret('webhook-url', { text: input.webhookUrl, file: input.webhookUrlFile }),
      botToken: await readSecret('bot-token', { text: input.botToken, file: input.botTokenFile }),
      signingSecret: await readSecret('signing-secret', {
        text: input.signingSecret,
        file: input.signingSecretFile,
      }),
      secret: await readSecret('secret', { text: input.secret, file: input.secretFile }),
    }
    const given = Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]))
    const { orgId, kind: kindName } = await getChannel(database, { channelId, orgId: workspace })
    const secrets: Record<string, string> = Object.fromEntries(given)
    checkMembers(getChannelKind(kindName), secrets)
    const rotation = { channelId, orgId, secrets, overlapMs: overlap }
    const { secret, previousValidUntil } = await perform(rotateChannelAct, rotation)
    const isMade = secret !== undefined && texts.secret === undefined
    if (isMade) terminal.note('Keep the secret now: it is not shown again.')
    return {
      json: { channelId, ...(secret !== undefined && { secret }), previousValidUntil },
      text: record({
        channel: channelId,
        secret: isMade ? secret : 'your own',
        'previous valid until': previousValidUntil,
      }),
    }
  },
})

/** Throws UsageError, which names the options, where the kind does not take what was given. */
function checkMembers({ kind, secrets }: Channel, given: Record<string, string>): void {
  const members = Object.keys(secrets.shape)
  const foreign = Object.keys(given).find((name) => !members.includes(name))
  if (foreign !== undefined)
    throw new UsageError(`${optionOf(foreign)}: a channel of the kind ${kind} has none`)
  if (Object.keys(given).length > 0 || members.includes('secret')) return
  if (members.length === 0) throw new UsageError(`a channel of the kind ${kind} has no secrets`)
  throw new UsageError(`give what is new: ${members.map(optionOf).join(', ')}`)
}
