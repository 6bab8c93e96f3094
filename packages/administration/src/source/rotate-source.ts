import { getSource, rotateSourceSecret } from '@signalpost/database/access'
import { z } from 'zod'
import { defineOperation } from '../define-operation.ts'
import { ownSecret, sourceReference, sourceTarget } from './source-document.ts'
import { chooseSecret, getScheme } from './source-scheme.ts'

const hourSeconds = 3_600

/** The result has the secret. Throws RejectedError `not_found`, `invalid_request`. */
export const rotateSourceAct = defineOperation({
  name: 'source.rotate',
  summary: 'Give a source a new secret. The secret is shown once.',
  demands: 'admin',
  needsRecentLogin: true,
  input: sourceReference.extend({
    overlapSeconds: z
      .int()
      .min(0)
      .max(365 * 24 * hourSeconds)
      .default(24 * hourSeconds)
      .meta({ description: 'How long the previous secret stays valid. 0 ends all others at once.' }),
    secret: ownSecret,
  }),
  http: { method: 'post', path: '/sources/{id}/rotate', errors: ['not_found', 'login_required'] },
  run: async ({ transaction, services, input: { sourceId, orgId, overlapSeconds, secret: own } }) => {
    const source = await getSource(transaction, { sourceId, orgId })
    const secret = chooseSecret(getScheme(source.scheme), own)
    const rotation = { sourceId, secret, overlapMs: overlapSeconds * 1_000 }
    const { previousValidUntil } = await rotateSourceSecret(transaction, services.secretBox, rotation)
    const change = { ...sourceTarget(source), before: {}, after: { previousValidUntil } }
    return { result: { sourceId, secret, previousValidUntil }, change }
  },
  output: {
    description: 'The new secret, which is shown this once.',
    schema: z.object({ sourceId: z.string(), secret: z.string(), previousValidUntil: z.iso.datetime() }),
    of: ({ previousValidUntil, ...rotated }) => ({
      ...rotated,
      previousValidUntil: previousValidUntil.toISOString(),
    }),
  },
})
