import type { Caller } from '@signalpost/authorization'
import type { DatabaseTransaction } from '@signalpost/database'
import { type ApiKey, createApiKey, findApiKey, revokeApiKey } from '@signalpost/database/access'
import { findMembership, findPerson } from '@signalpost/database/people'
import {
  dayMs,
  idSchema,
  instantOf,
  instantSchema,
  nameSchema,
  orgIdSchema,
  RejectedError,
  scopes,
} from '@signalpost/domain'
import { z } from 'zod'
import { defineOperation } from '../define-operation.ts'
import { keyAudit, keyDocument } from './key-document.ts'

const usualLifeMs = 90 * dayMs

/**
 * The result has the only copy of the secret. Throws RejectedError: `not_found`, and `invalid_request` for a member of
 * another workspace.
 */
export const createKeyAct = defineOperation({
  name: 'key.create',
  summary: 'Create an API key. The key is shown once.',
  demands: 'admin',
  needsRecentLogin: true,
  input: z.strictObject({
    orgId: orgIdSchema,
    name: nameSchema.optional(),
    scopes: z.array(z.enum(scopes)).min(1),
    memberId: idSchema.optional().meta({ description: 'The member as whom the key acts.' }),
    expiresAt: instantSchema
      .nullable()
      .optional()
      .meta({ description: 'Null for a key that never expires. In 90 days by default.' }),
  }),
  http: { method: 'post', path: '/keys', status: 201, errors: ['login_required'] },
  example: { scopes: ['signals:read'] },
  run: async ({ transaction, caller, services: { cell, nowMs }, input: { expiresAt, ...key } }) => {
    if (key.memberId !== undefined) await checkMember(transaction, { ...key, memberId: key.memberId }, caller)
    const endsAt = expiresAt === undefined ? instantOf(nowMs() + usualLifeMs) : expiresAt
    const created = await createApiKey(transaction, {
      ...{ ...key, cell, owner: caller.actor },
      ...(endsAt !== null && { expiresAt: new Date(endsAt) }),
    })
    return keyAudit.created(created)
  },
  output: {
    description: 'The key and its secret, which is shown this once.',
    schema: keyDocument.schema.extend({ apiKey: z.string() }),
    of: (created, services) => ({ ...keyDocument.of(created, services), apiKey: created.apiKey }),
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
    return keyAudit.changed(before, after)
  },
})
