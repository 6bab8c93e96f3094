import { endSourceSecret, getSource, listSourceSecrets } from '@signalpost/database/access'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { sourceTarget } from './audited-source.ts'

const input = z.strictObject({
  sourceId: z.string(),
  orgId: orgIdSchema.optional(),
  secretId: z.string(),
  /** When the secret ends; at once by default. */
  at: z.date().optional(),
})

/**
 * Sets when a secret ends, also later than before. Every intake refuses it within 5 s of that moment. Throws
 * RejectedError `not_found`, and `invalid_request` for a secret that has ended or a moment in the past.
 */
export const endSourceSecretAct = defineAct({
  name: 'source.end_secret',
  demands: 'admin',
  input,
  run: async ({ transaction, input: { sourceId, orgId, secretId, at } }) => {
    const source = await getSource(transaction, { sourceId, orgId })
    const { secrets, now } = await listSourceSecrets(transaction, { sourceId })
    const before = secrets.find((secret) => secret.secretId === secretId)
    if (before === undefined) throw new RejectedError('not_found', 'There is no such secret of this source.')
    if (before.endsAt !== null && before.endsAt <= now) {
      throw refused('secretId', 'expected a secret that has not ended')
    }
    if (at !== undefined && at < now) throw refused('at', 'expected a moment that is not in the past')
    const { endsAt } = await endSourceSecret(transaction, { sourceId, secretId, at })
    const change = {
      ...sourceTarget(source),
      before: { secretId, endsAt: before.endsAt },
      after: { secretId, endsAt },
    }
    return { result: { sourceId, secretId, endsAt }, change }
  },
})

function refused(path: string, message: string): RejectedError {
  return new RejectedError('invalid_request', 'The secret cannot end then.', { issues: [{ path, message }] })
}
