import { roles } from '@signalpost/authorization'
import { type Invitation, listInvitations } from '@signalpost/database/people'
import { orgIdSchema } from '@signalpost/domain'
import { booleanValue } from '@signalpost/rest'
import { z } from 'zod'
import { defineDocumentList } from '../define-operation.ts'
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
