import { type ApiKey, findApiKey, revokeApiKey } from '@signalpost/database/access'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineOperation } from '../define-operation.ts'
import { auditedKey, keyTarget } from './audited-key.ts'
import { keyDocument } from './key-document.ts'

/** Every process refuses it within 5 s. Throws RejectedError `not_found`. */
export const revokeKeyAct = defineOperation({
  name: 'key.revoke',
  summary: 'Revoke an API key permanently. Every process refuses it within 5 s.',
  demands: 'admin',
  input: z.strictObject({ keyId: z.string(), orgId: orgIdSchema.optional() }),
  http: { method: 'delete', path: '/keys/{id}', errors: ['not_found'] },
  output: { ...keyDocument, description: 'The key. Every process refuses it within 5 s.' },
  run: async ({ transaction, input: { keyId, orgId } }) => {
    const before = await findApiKey(transaction, keyId)
    const isMeant = before !== undefined && (orgId === undefined || before.orgId === orgId)
    const after: ApiKey | undefined = isMeant ? await revokeApiKey(transaction, { keyId }) : undefined
    if (before === undefined || after === undefined) {
      throw new RejectedError('not_found', 'There is no such key.')
    }
    const states = { before: auditedKey(before), after: auditedKey(after) }
    return { result: after, change: changeBetween({ ...keyTarget(after), ...states }) }
  },
})
