import { findGeneratedSecret } from '@signalpost/channels'
import { getChannel, openChannelSecrets, rotateChannelSecrets } from '@signalpost/database/rules'
import { type Issue, openUrls, orgIdSchema, parseInput, RejectedError, sealUrls } from '@signalpost/domain'
import { z } from 'zod'
import { type ActWork, defineAct } from '../define-act.ts'
import { channelTarget } from './audited-channel.ts'
import { getChannelKind } from './channel-input.ts'
import { type ChannelUrlServices, checkUrls } from './check-urls.ts'
import { findRotationIssue } from './rotation-issue.ts'

const maxOverlapMs = 365 * 24 * 60 * 60_000

const input = z.strictObject({
  channelId: z.string(),
  orgId: orgIdSchema.optional(),
  /** How long the previous secrets stay valid; 0 ends them at once. */
  overlapMs: z.number().int().min(0).max(maxOverlapMs),
  /** The new secrets, by member. Without any, a secret is generated if the kind can generate one. */
  secrets: z.record(z.string(), z.string()).default({}),
})

/**
 * Gives a channel new secrets. The result has the signing secret, given or generated, if the kind has one.
 * Throws RejectedError `not_found`, `invalid_request`.
 */
export const rotateChannelAct = defineAct({
  name: 'channel.rotate',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  run: async ({
    transaction,
    services,
    input: { channelId, overlapMs, ...given },
  }: ActWork<z.output<typeof input>, ChannelUrlServices>) => {
    const { secretBox } = services
    const {
      orgId,
      kind: kindName,
      settings,
    } = await getChannel(transaction, { channelId, orgId: given.orgId })
    const kind = getChannelKind(kindName)
    const issue = findRotationIssue(kind, given.secrets)
    if (issue !== undefined) throw refuse([issue])
    const signing = findGeneratedSecret(kind)
    const isGenerated = signing !== undefined && Object.keys(given.secrets).length === 0
    const changes = isGenerated ? { [signing.member]: signing.generate() } : given.secrets
    const [newest] = await openChannelSecrets(transaction, secretBox, { channelId, orgId })
    const opened = openUrls(kind, { settings, secrets: newest?.secrets ?? {} })
    const parsed = parseInput(kind.secrets, { ...opened.secrets, ...changes }, 'secrets')
    if (!parsed.ok) throw refuse(parsed.issues)
    checkUrls(kind, { settings: {}, secrets: changes }, services.allowedNetworks)
    const { secrets } = sealUrls(kind, { settings: opened.settings, secrets: textsOf(parsed.value) })
    const rotation = { channelId, orgId, secrets, overlapMs }
    const { previousValidUntil } = await rotateChannelSecrets(transaction, secretBox, rotation)
    const after = { rotated: Object.keys(changes), previousValidUntil }
    return {
      result: { channelId, secret: signing && changes[signing.member], previousValidUntil },
      change: { ...channelTarget({ orgId, channelId }), before: {}, after },
    }
  },
})

function textsOf(secrets: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, String(secret)]))
}

function refuse(issues: Issue[]): RejectedError {
  return new RejectedError('invalid_request', 'These secrets cannot be rotated.', { issues })
}
