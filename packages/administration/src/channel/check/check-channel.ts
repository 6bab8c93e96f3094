import type { Finding } from '@signalpost/channels'
import { type Issue, orgIdSchema, parseInput, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineRead } from '../../define-operation.ts'
import { channelMembers, getChannelKind, secretMembers } from '../channel-input.ts'
import { type ChannelUrlServices, checkUrls } from '../check-urls.ts'
import type { ChannelActServices } from '../test-channel.ts'

/** For a service that answers page by page. */
const limitMs = 20_000

type Services = ChannelUrlServices & Pick<ChannelActServices, 'openChannels'>

/**
 * Asks the service of a channel that is not stored yet, by what was given so far. It sends no message and stores nothing. Throws
 * RejectedError `invalid_request`: a kind that cannot be asked, or a member that is missing or not valid.
 */
export const checkChannelRead = defineRead({
  name: 'channel.check',
  summary:
    'Ask a service whether it knows the secrets of a channel, before the channel is created. It sends no message.',
  demands: 'admin',
  input: z.strictObject({
    orgId: orgIdSchema,
    kind: z.string().max(100),
    settings: channelMembers.default({}),
    secrets: secretMembers.default({}),
  }),
  http: { method: 'post', path: '/channel-checks', errors: [], timeoutMs: limitMs + 5_000 },
  read: async ({
    services: { openChannels, allowedNetworks },
    input: { orgId, kind: name, ...members },
  }: {
    services: Services
    input: { orgId: string; kind: string; settings: object; secrets: object }
  }): Promise<Finding> => {
    const kind = getChannelKind(name)
    const { check } = kind
    if (check === undefined) {
      throw refuse([
        { path: 'kind', message: `a service of the kind ${name} cannot be asked without a message` },
      ])
    }
    const settings = parseInput(z.strictObject(kind.settings.shape).partial(), members.settings, 'settings')
    const secrets = parseInput(z.strictObject(kind.secrets.shape).partial(), members.secrets, 'secrets')
    if (!settings.ok || !secrets.ok) {
      throw refuse([settings, secrets].flatMap((read) => (read.ok ? [] : read.issues)))
    }
    if (secrets.value[check.needs] === undefined) {
      throw refuse([{ path: `secrets.${check.needs}`, message: 'is needed' }])
    }
    const given = { settings: settings.value, secrets: secrets.value }
    checkUrls(kind, given, allowedNetworks)
    const opened = await openChannels()
    try {
      return await check.ask(opened, { ...given, orgId, signal: AbortSignal.timeout(limitMs) })
    } finally {
      await opened.close()
    }
  },
  output: {
    description: 'What the service said, and what may be chosen for a setting.',
    schema: z.object({
      isGood: z.boolean(),
      text: z.string(),
      choices: z
        .object({
          items: z.array(z.object({ value: z.string(), title: z.string() })),
          isWhole: z.boolean().meta({ description: 'Whether these are all.' }),
        })
        .nullable(),
    }),
    of: ({ choices = null, ...finding }) => ({ ...finding, choices }),
  },
  example: { kind: 'slack', secrets: { botToken: 'xoxb-test' } },
})

function refuse(issues: Issue[]): RejectedError {
  return new RejectedError('invalid_request', 'The settings or secrets are not valid.', { issues })
}
