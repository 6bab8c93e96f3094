import { getSource, rotateSourceSecret } from '@signalpost/database/access'
import { z } from 'zod'
import { defineOperation } from '../define-operation.ts'
import type { JudgedSecret } from './describe-verdict.ts'
import { ownSecret, sourceAudit, sourceReference } from './source-document.ts'
import { chooseSecret, getScheme } from './source-scheme.ts'

/** The steps of replacing a source's secret, in their order. */
export const rotationSteps = [
  'made',
  'handed_over',
  'first_use',
  'below_one_percent',
  'silent',
  'revoked',
] as const

/**
 * Returns the steps of a source's rotation, from its secrets with the newest first. Returns none for a source that has
 * had only one secret.
 */
export function rotationStepsOf(
  secrets: readonly Pick<JudgedSecret, 'verdict' | 'lastUsedAt'>[],
): { step: (typeof rotationSteps)[number]; isDone: boolean }[] {
  const [newest, ...older] = secrets
  if (newest === undefined || older.length === 0) return []
  const previous = older.filter(({ verdict }) => verdict !== 'ended')
  const isUsed = newest.lastUsedAt !== null
  const isSilent = previous.every(({ verdict }) => verdict === 'safe_to_revoke')
  return [
    { step: 'made', isDone: true },
    // A hand-over is seen by its effect alone.
    { step: 'handed_over', isDone: isUsed },
    { step: 'first_use', isDone: isUsed },
    { step: 'below_one_percent', isDone: previous.every(({ verdict }) => verdict !== 'in_use') && isUsed },
    { step: 'silent', isDone: isSilent && isUsed },
    { step: 'revoked', isDone: previous.length === 0 },
  ]
}

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
    const change = { ...sourceAudit.targetOf(source), before: {}, after: { previousValidUntil } }
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
