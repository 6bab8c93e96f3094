import { createApiKey } from '@signalpost/database/access'
import { idSchema, nameSchema, orgIdSchema, scopes } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { auditedKey, keyTarget } from './audited-key.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  scopes: z.array(z.enum(scopes)).min(1),
  name: nameSchema.optional(),
  memberId: idSchema.optional(),
  expiresAt: z.date().optional(),
})

/** Creates an API key. The result holds the only copy of its secret. Throws RejectedError `not_found`. */
export const createKeyAct = defineAct({
  name: 'key.create',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  run: async ({ transaction, services: { cell }, input: key }) => {
    const created = await createApiKey(transaction, { ...key, cell })
    return { result: created, change: { ...keyTarget(created), before: null, after: auditedKey(created) } }
  },
})
