import { getSource, rotateSourceSecret } from '@signalpost/database/access'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { sourceTarget } from './audited-source.ts'
import { chooseSecret, getScheme } from './source-scheme.ts'

const maxOverlapMs = 365 * 24 * 60 * 60_000

const input = z.strictObject({
  sourceId: z.string(),
  orgId: orgIdSchema.optional(),
  /** How long the previous secret stays valid; 0 ends all others at once. */
  overlapMs: z.number().int().min(0).max(maxOverlapMs),
  /** The sender's own secret. Without it one is generated. */
  secret: z.string().optional(),
})

/** Gives a source a new secret, which the result holds. Throws RejectedError `not_found`, `invalid_request`. */
export const rotateSourceAct = defineAct({
  name: 'source.rotate',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  run: async ({ transaction, services, input: { sourceId, orgId, overlapMs, secret: own } }) => {
    const source = await getSource(transaction, { sourceId, orgId })
    const secret = chooseSecret(getScheme(source.scheme), own)
    const rotation = { sourceId, secret, overlapMs }
    const { previousValidUntil } = await rotateSourceSecret(transaction, services.secretBox, rotation)
    const change = { ...sourceTarget(source), before: {}, after: { previousValidUntil } }
    return { result: { sourceId, secret, previousValidUntil }, change }
  },
})
