import type { Channel, Finding } from '@signalpost/channels'
import { getChannel, openChannelSecrets } from '@signalpost/database/rules'
import {
  type Issue,
  idSchema,
  openUrls,
  orgIdSchema,
  parseInput,
  RejectedError,
  urlMembersOf,
} from '@signalpost/domain'
import { z } from 'zod'
import type { ActServices } from '../../define-act.ts'
import { defineRead } from '../../define-operation.ts'
import { channelMembers, getChannelKind, secretMembers } from '../channel-input.ts'
import { type ChannelUrlServices, checkUrls } from '../check-urls.ts'
import type { ChannelActServices } from '../test-channel.ts'

/** For a service that answers page by page. */
const limitMs = 20_000

type Services = ActServices & ChannelUrlServices & Pick<ChannelActServices, 'openChannels'>
type Members = Readonly<Record<string, unknown>>

/**
 * Asks the service of a channel by what was given so far, and by what is stored of a channel. It sends no message and stores
 * nothing. Throws RejectedError: `not_found`, and `invalid_request` for a kind that cannot be asked, or a member that is
 * missing or not valid.
 */
export const checkChannelRead = defineRead({
  name: 'channel.check',
  summary:
    'Ask a service whether it knows the secrets of a channel, before the channel is created or changed. It sends no message.',
  demands: 'admin',
  input: z.strictObject({
    orgId: orgIdSchema,
    kind: z.string().max(100).optional().meta({ description: 'Of a channel that is not stored yet.' }),
    channelId: idSchema.optional().meta({
      description: 'A stored channel, whose secrets are used unless others are given.',
    }),
    settings: channelMembers.default({}),
    secrets: secretMembers.default({}),
  }),
  http: { method: 'post', path: '/channel-checks', errors: ['not_found'], timeoutMs: limitMs + 5_000 },
  read: async ({ services, input }: { services: Services; input: Asked }): Promise<Finding> => {
    const { openChannels, allowedNetworks } = services
    const { orgId } = input
    const { kind, ...stored } = await readStored(services, input)
    const { check } = kind
    if (check === undefined) {
      throw refuse([
        { path: 'kind', message: `a service of the kind ${kind.kind} cannot be asked without a message` },
      ])
    }
    const members = {
      settings: { ...without(stored.settings, check.offers), ...input.settings },
      secrets: { ...stored.secrets, ...input.secrets },
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

type Asked = {
  orgId: string
  kind?: string | undefined
  channelId?: string | undefined
  settings: Members
  secrets: Members
}

async function readStored(
  { database, secretBox }: Services,
  { orgId, kind: name, channelId, settings: given }: Asked,
): Promise<{ kind: Channel; settings: Members; secrets: Members }> {
  if (channelId === undefined) {
    if (name === undefined) throw refuse([{ path: 'kind', message: 'is needed, or a channelId' }])
    return { kind: getChannelKind(name), settings: {}, secrets: {} }
  }
  const stored = await getChannel(database, { channelId, orgId })
  const kind = getChannelKind(stored.kind)
  // Secrets go only where those who gave them said.
  const moved = urlMembersOf(kind).filter((member) => given[member] !== undefined)
  if (moved.length > 0) {
    throw refuse(
      moved.map((member) => ({ path: `settings.${member}`, message: 'goes only without a channelId' })),
    )
  }
  const [newest] = await openChannelSecrets(database, secretBox, { channelId, orgId })
  return { kind, ...openUrls(kind, { settings: stored.settings, secrets: newest?.secrets ?? {} }) }
}

function without(members: Members, left: string | undefined): Members {
  return Object.fromEntries(Object.entries(members).filter(([member]) => member !== left))
}

function refuse(issues: Issue[]): RejectedError {
  return new RejectedError('invalid_request', 'The settings or secrets are not valid.', { issues })
}
