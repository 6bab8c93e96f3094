import type { Finding } from '@signalpost/channels'
import { urlMembersOf } from '@signalpost/domain'
import { z } from 'zod'
import type { ActServices } from '../../define-act.ts'
import { defineRead } from '../../define-operation.ts'
import { type ChannelUrlServices, checkUrls } from '../check-urls.ts'
import { draftInput, parseDraft, readStored, refuseDraft } from './read-draft.ts'
import type { ChannelActServices } from './test-channel.ts'

/** For a service that answers page by page. */
const limitMs = 20_000

type Services = ActServices & ChannelUrlServices & Pick<ChannelActServices, 'openChannels'>

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
  input: draftInput,
  http: { method: 'post', path: '/channel-checks', errors: ['not_found'], timeoutMs: limitMs + 5_000 },
  read: async ({
    services,
    input,
  }: {
    services: Services
    input: z.output<typeof draftInput>
  }): Promise<Finding> => {
    const { orgId, channelId } = input
    const { kind, ...stored } = await readStored(services, input)
    const { check } = kind
    // Secrets go only where those who gave them said.
    const moved = urlMembersOf(kind).filter((member) => input.settings[member] !== undefined)
    if (channelId !== undefined && moved.length > 0) {
      throw refuseDraft(
        moved.map((member) => ({ path: `settings.${member}`, message: 'goes only without a channelId' })),
      )
    }
    if (check === undefined) {
      throw refuseDraft([
        { path: 'kind', message: `a service of the kind ${kind.kind} cannot be asked without a message` },
      ])
    }
    const { issues, ...given } = parseDraft({
      kind,
      settings: { ...without(stored.settings, check.offers), ...input.settings },
      secrets: { ...stored.secrets, ...input.secrets },
    })
    if (issues.length > 0) throw refuseDraft(issues)
    if (given.secrets[check.needs] === undefined) {
      throw refuseDraft([{ path: `secrets.${check.needs}`, message: 'is needed' }])
    }
    checkUrls(kind, given, services.allowedNetworks)
    const opened = await services.openChannels()
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

type Members = Readonly<Record<string, unknown>>

function without(members: Members, left: string | undefined): Members {
  return Object.fromEntries(Object.entries(members).filter(([member]) => member !== left))
}
