import { type Channel, findGeneratedSecret } from '@signalpost/channels'
import { getChannel, openChannelSecrets, rotateChannelSecrets } from '@signalpost/database/rules'
import { type Issue, openUrls, parseInput, RejectedError, sealUrls } from '@signalpost/domain'
import { z } from 'zod'
import type { ActWork } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import { channelAudit, channelReference } from './channel-document.ts'
import { getChannelKind } from './channel-input.ts'
import { type ChannelUrlServices, checkUrls } from './check-urls.ts'

const daySeconds = 86_400

const input = channelReference.extend({
  overlapSeconds: z
    .int()
    .min(0)
    .max(365 * daySeconds)
    .default(daySeconds)
    .meta({ description: 'How long the previous secrets stay valid. 0 ends them at once.' }),
  secrets: z
    .record(z.string().max(100), z.string().max(2_000))
    .default({})
    .meta({ description: 'Without any, one is generated if the kind can.' }),
})

/**
 * The result has the signing secret, given or generated, if the kind has one. Throws RejectedError `not_found`, `invalid_request`.
 */
export const rotateChannelAct = defineOperation({
  name: 'channel.rotate',
  summary: 'Give a channel new secrets. A generated one is shown once.',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  http: { method: 'post', path: '/channels/{id}/rotate', errors: ['not_found', 'login_required'] },
  run: async ({
    transaction,
    services,
    input: { channelId, overlapSeconds, ...given },
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
    const rotation = { channelId, orgId, secrets, overlapMs: overlapSeconds * 1_000 }
    const { previousValidUntil } = await rotateChannelSecrets(transaction, secretBox, rotation)
    const after = { rotated: Object.keys(changes), previousValidUntil }
    return {
      result: { channelId, secret: signing && changes[signing.member], isGenerated, previousValidUntil },
      change: { ...channelAudit.targetOf({ orgId, channelId }), before: {}, after },
    }
  },
  output: {
    description: 'When the previous secrets end, and a generated secret, which is shown this once.',
    schema: z.object({
      channelId: z.string(),
      secret: z.string().nullable(),
      previousValidUntil: z.iso.datetime(),
    }),
    of: ({ channelId, secret = null, isGenerated, previousValidUntil }) => ({
      channelId,
      secret: isGenerated ? secret : null,
      previousValidUntil: previousValidUntil.toISOString(),
    }),
  },
})

function textsOf(secrets: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, String(secret)]))
}

function refuse(issues: Issue[]): RejectedError {
  return new RejectedError('invalid_request', 'These secrets cannot be rotated.', { issues })
}

/** Returns what is wrong with new secrets for a channel of a kind; undefined if they can be rotated. */
export function findRotationIssue(kind: Channel, given: Record<string, string>): Issue | undefined {
  const members = Object.keys(kind.secrets.shape)
  const foreign = Object.keys(given).find((name) => !members.includes(name))
  if (foreign !== undefined) {
    return { path: `secrets.${foreign}`, message: `a channel of the kind ${kind.kind} has none` }
  }
  if (Object.keys(given).length > 0 || findGeneratedSecret(kind) !== undefined) return undefined
  return members.length === 0
    ? { path: 'secrets', message: `a channel of the kind ${kind.kind} has no secrets` }
    : { path: 'secrets', message: `expected at least one of ${members.join(', ')}` }
}
