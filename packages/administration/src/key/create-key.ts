import type { Caller } from '@signalpost/authorization'
import type { DatabaseTransaction } from '@signalpost/database'
import { createApiKey } from '@signalpost/database/access'
import { findMembership, findPerson } from '@signalpost/database/people'
import { idSchema, nameSchema, orgIdSchema, RejectedError, scopes } from '@signalpost/domain'
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

/**
 * Creates an API key. The result holds the only copy of its secret. Throws RejectedError: `not_found`, and
 * `invalid_request` for a member of another workspace.
 */
export const createKeyAct = defineAct({
  name: 'key.create',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  run: async ({ transaction, caller, services: { cell }, input: key }) => {
    if (key.memberId !== undefined) await checkMember(transaction, { ...key, memberId: key.memberId }, caller)
    const created = await createApiKey(transaction, { ...key, cell, owner: caller.actor })
    return { result: created, change: { ...keyTarget(created), before: null, after: auditedKey(created) } }
  },
})

/** What a key writes has its member as the author. On the command line that may be a user whom only senders name. */
async function checkMember(
  transaction: DatabaseTransaction,
  { orgId, memberId }: { orgId: string; memberId: string },
  { actor }: Caller,
): Promise<void> {
  if ((await findMembership(transaction, { orgId, personId: memberId })) !== undefined) return
  if (actor.kind === 'cli' && (await findPerson(transaction, { personId: memberId })) === undefined) return
  throw new RejectedError('invalid_request', 'The key cannot act as this user.', {
    issues: [{ path: 'memberId', message: 'expected the id of a member of the workspace, or none' }],
  })
}
