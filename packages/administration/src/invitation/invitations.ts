import { roles } from '@signalpost/authorization'
import {
  getInvitation,
  type Invitation,
  listInvitations,
  revokeInvitation,
} from '@signalpost/database/people'
import { orgIdSchema } from '@signalpost/domain'
import { booleanValue } from '@signalpost/rest'
import { z } from 'zod'
import { defineDocumentList, defineOperation, nothing } from '../define-operation.ts'
import { invitationAudit } from '../person/audited-person.ts'
import { textOf } from '../text-of.ts'

const moment = z.iso.datetime().nullable()

export const listInvitationsRead = defineDocumentList({
  name: 'invitation.list',
  summary: "List a workspace's invitations, newest first.",
  demands: 'admin',
  input: z.strictObject({
    orgId: orgIdSchema,
    all: booleanValue.optional().meta({ description: 'Also those that can no longer be accepted.' }),
  }),
  http: { method: 'get', path: '/invitations', errors: [] },
  read: async ({ services: { database, nowMs }, input: { orgId, all = false } }) => {
    const now = nowMs()
    return (await listInvitations(database, { orgId })).filter(
      ({ usedAt, revokedAt, endsAt }) =>
        all || (usedAt === null && revokedAt === null && endsAt.getTime() > now),
    )
  },
  idOf: ({ invitationId }) => invitationId,
  output: {
    description: 'All of them, without their links.',
    schema: z.object({
      invitationId: z.string(),
      orgId: z.string(),
      email: z.string(),
      role: z.enum(roles),
      operator: z.boolean(),
      isOperator: z.boolean(),
      logsIn: z.boolean().meta({ description: 'Whether its link may log in a person who already exists.' }),
      invitedBy: z.object({ kind: z.string(), id: z.string() }),
      createdAt: z.iso.datetime(),
      endsAt: z.iso.datetime(),
      usedAt: moment,
      usedBy: z.string().nullable(),
      revokedAt: moment,
    }),
    of: ({ createdAt, endsAt, usedAt, revokedAt, ...invitation }: Invitation) => ({
      ...{ ...invitation, operator: invitation.isOperator },
      ...{ createdAt: createdAt.toISOString(), endsAt: endsAt.toISOString() },
      ...{ usedAt: textOf(usedAt), revokedAt: textOf(revokedAt) },
    }),
  },
})

const reference = z.strictObject({ invitationId: z.string(), orgId: orgIdSchema.optional() })

/** Ends an invitation before it is used. Does nothing to one that has ended. Throws RejectedError `not_found`. */
export const revokeInvitationAct = defineOperation({
  name: 'invitation.revoke',
  summary: 'End an invitation before it is used.',
  demands: 'admin',
  needsRecentLogin: true,
  input: reference,
  http: {
    ...{ method: 'delete', path: '/invitations/{id}', status: 204, errors: ['not_found', 'login_required'] },
  },
  output: { ...nothing, description: 'Its link works no longer.' },
  run: async ({ transaction, services, input: reference }) => {
    const before = await getInvitation(transaction, reference)
    await revokeInvitation(transaction, { ...reference, nowMs: services.nowMs() })
    const after = await getInvitation(transaction, reference)
    return invitationAudit.changed(before, after)
  },
})
