import type { Channel } from '@signalpost/channels'
import { getChannel, openChannelSecrets } from '@signalpost/database/rules'
import { type Issue, idSchema, openUrls, orgIdSchema, parseInput, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { ActServices } from '../../define-act.ts'
import { channelMembers, getChannelKind, secretMembers } from '../channel-input.ts'

/** What was given so far of a channel that is not stored, or of changes to one that is. */
export const draftInput = z.strictObject({
  orgId: orgIdSchema,
  kind: z.string().max(100).optional().meta({ description: 'Of a channel that is not stored yet.' }),
  channelId: idSchema.optional().meta({
    description: 'A stored channel, whose secrets are used unless others are given.',
  }),
  settings: channelMembers.default({}),
  secrets: secretMembers.default({}),
})

type Members = Readonly<Record<string, unknown>>
type Draft = { kind: Channel; settings: Members; secrets: Members }

/** Returns the kind of a draft, and what is stored of its channel. Throws RejectedError `not_found` or `invalid_request`. */
export async function readStored(
  { database, secretBox }: Pick<ActServices, 'database' | 'secretBox'>,
  { orgId, kind: name, channelId }: z.output<typeof draftInput>,
): Promise<Draft> {
  if (channelId === undefined) {
    if (name === undefined) throw refuseDraft([{ path: 'kind', message: 'is needed, or a channelId' }])
    return { kind: getChannelKind(name), settings: {}, secrets: {} }
  }
  const stored = await getChannel(database, { channelId, orgId })
  const kind = getChannelKind(stored.kind)
  const [newest] = await openChannelSecrets(database, secretBox, { channelId, orgId })
  return { kind, ...openUrls(kind, { settings: stored.settings, secrets: newest?.secrets ?? {} }) }
}

/** The members of a draft that are valid by themselves, and what is wrong with the others. None is missing. */
export function parseDraft({ kind, ...given }: Draft): {
  settings: Record<string, unknown>
  secrets: Record<string, unknown>
  issues: Issue[]
} {
  const settings = parseInput(z.strictObject(kind.settings.shape).partial(), given.settings, 'settings')
  const secrets = parseInput(z.strictObject(kind.secrets.shape).partial(), given.secrets, 'secrets')
  return {
    settings: settings.ok ? settings.value : {},
    secrets: secrets.ok ? secrets.value : {},
    issues: [settings, secrets].flatMap((read) => (read.ok ? [] : read.issues)),
  }
}

export function refuseDraft(issues: Issue[]): RejectedError {
  return new RejectedError('invalid_request', 'The settings or secrets are not valid.', { issues })
}
