import { endSourceSecret, getSource, listSourceSecrets } from '@signalpost/database/access'
import { instantSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineOperation } from '../define-operation.ts'
import { sourceAudit, sourceReference } from './source-document.ts'

/**
 * Sets when a secret ends, also later than before. Every intake refuses it within 5 s of that moment. Throws
 * RejectedError `not_found`, and `invalid_request` for a secret that has ended or a moment in the past.
 */
export const endSourceSecretAct = defineOperation({
  name: 'source.end_secret',
  summary: 'Revoke a secret of a source, now or at a given time. Every intake refuses it within 5 s of that.',
  demands: 'admin',
  input: sourceReference.extend({
    secretId: z.string(),
    at: instantSchema.optional().meta({ description: 'When it ends. Without it, at once.' }),
  }),
  http: {
    ...{ method: 'post', path: '/sources/{id}/secrets/{secretId}/end' },
    ...{ errors: ['not_found'], operationId: 'endSecret' },
  },
  run: async ({ transaction, input: { sourceId, orgId, secretId, ...given } }) => {
    const at = given.at === undefined ? undefined : new Date(given.at)
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
      ...sourceAudit.targetOf(source),
      before: { secretId, endsAt: before.endsAt },
      after: { secretId, endsAt },
    }
    return { result: { sourceId, secretId, endsAt }, change }
  },
  output: {
    description: 'When the secret ends. Every intake refuses it within 5 s of that.',
    schema: z.object({ sourceId: z.string(), secretId: z.string(), endsAt: z.iso.datetime() }),
    of: ({ endsAt, ...ended }) => ({ ...ended, endsAt: endsAt.toISOString() }),
  },
})

function refused(path: string, message: string): RejectedError {
  return new RejectedError('invalid_request', 'The secret cannot end then.', { issues: [{ path, message }] })
}
