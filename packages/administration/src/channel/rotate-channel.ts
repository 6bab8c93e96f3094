import type { Channel } from '@signalpost/channels'
import { getChannel, openChannelSecrets, rotateChannelSecrets } from '@signalpost/database/rules'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { generateSecret } from '@signalpost/signatures'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { channelTarget } from './audited-channel.ts'
import { getChannelKind, readSecrets } from './channel-input.ts'

const maxOverlapMs = 365 * 24 * 60 * 60_000

const input = z.strictObject({
  channelId: z.string(),
  orgId: orgIdSchema.optional(),
  /** How long the previous secrets stay valid; 0 ends them at once. */
  overlapMs: z.number().int().min(0).max(maxOverlapMs),
  /** What is new, by the names of the kind. Without any, a secret is generated where the kind has one of ours. */
  secrets: z.record(z.string(), z.string()).default({}),
})

/**
 * Gives a channel new secrets. The result holds the one that was given or generated for signing, if the kind has one.
 * Throws RejectedError `not_found`, `invalid_request`.
 */
export const rotateChannelAct = defineAct({
  name: 'channel.rotate',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  run: async ({ transaction, services, input: { channelId, overlapMs, ...given } }) => {
    const { secretBox } = services
    const { orgId, kind } = await getChannel(transaction, { channelId, orgId: given.orgId })
    const changes = changesOf(getChannelKind(kind), given.secrets)
    const [newest] = await openChannelSecrets(transaction, secretBox, { channelId, orgId })
    const secrets = readSecrets(getChannelKind(kind), { ...newest?.secrets, ...changes })
    const rotation = { channelId, orgId, secrets, overlapMs }
    const { previousValidUntil } = await rotateChannelSecrets(transaction, secretBox, rotation)
    const after = { rotated: Object.keys(changes), previousValidUntil }
    return {
      result: { channelId, secret: changes.secret, previousValidUntil },
      change: { ...channelTarget({ orgId, channelId }), before: {}, after },
    }
  },
})

function changesOf({ kind, secrets }: Channel, given: Record<string, string>): Record<string, string> {
  const members = Object.keys(secrets.shape)
  const foreign = Object.keys(given).find((name) => !members.includes(name))
  if (foreign !== undefined) throw refusal(`secrets.${foreign}`, `a channel of the kind ${kind} has none`)
  if (Object.keys(given).length > 0) return given
  if (members.includes('secret')) return { secret: generateSecret() }
  if (members.length === 0) throw refusal('secrets', `a channel of the kind ${kind} has no secrets`)
  throw refusal('secrets', `expected at least one of ${members.join(', ')}`)
}

function refusal(path: string, message: string): RejectedError {
  return new RejectedError('invalid_request', 'These secrets cannot be rotated.', {
    issues: [{ path, message }],
  })
}
