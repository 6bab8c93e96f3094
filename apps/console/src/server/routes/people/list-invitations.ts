import { roles } from '@signalpost/authorization'
import { listInvitations as queryInvitations } from '@signalpost/database/people'
import { cutPage, pageOf, shortPageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'

export const listInvitations = defineRoute({
  operationId: 'listInvitations',
  method: 'get',
  path: '/console/api/w/{orgId}/invitations',
  role: 'admin',
  summary: 'See the invitations that can still be accepted, the newest first',
  params: workspaceParams,
  query: z.object(shortPageQuery),
  success: {
    status: 200,
    description: 'All of them, without their links.',
    schema: pageOf(
      z.object({
        invitationId: z.string(),
        email: z.string(),
        role: z.enum(roles),
        operator: z.boolean(),
        invitedBy: z.object({ kind: z.string(), id: z.string() }),
        createdAt: z.iso.datetime(),
        endsAt: z.iso.datetime(),
      }),
    ),
  },
  errors: [],
  handle: async ({ database, nowMs, cursors }, { params: { orgId }, query }) => {
    const now = nowMs()
    const open = (await queryInvitations(database, { orgId })).filter(
      ({ usedAt, revokedAt, endsAt }) => usedAt === null && revokedAt === null && endsAt.getTime() > now,
    )
    const items = open.map(({ invitationId, email, role, isOperator, invitedBy, createdAt, endsAt }) => ({
      ...{ invitationId, email, role, operator: isOperator, invitedBy },
      ...{ createdAt: createdAt.toISOString(), endsAt: endsAt.toISOString() },
    }))
    return cutPage(items, {
      ...{ query, cursors, idOf: ({ invitationId }) => invitationId },
      scope: { route: 'listInvitations', orgId: orgId, filters: {} },
    })
  },
})
