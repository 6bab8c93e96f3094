import { listFinds as queryFinds } from '@signalpost/database/searching'
import { pageOf } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { checkListener } from './check-listener.ts'

const shownAtMost = 50

export const listFinds = defineRoute({
  operationId: 'listFinds',
  method: 'get',
  path: '/console/api/w/{orgId}/listeners/{id}/finds',
  role: 'viewer',
  summary: 'See the last items that a listener met, kept or not, and why',
  params: recordParams,
  query: noQuery,
  success: {
    status: 200,
    description: 'The last 50, the newest first.',
    schema: pageOf(
      z.object({
        signalId: z.string(),
        platform: z.string(),
        title: z.string().nullable().meta({ description: 'Null where it became no signal.' }),
        state: z.string(),
        reason: z.string().nullable(),
        score: z.number().nullable(),
        firstSeenAt: z.iso.datetime(),
      }),
    ),
  },
  errors: ['not_found'],
  handle: async ({ database }, { params: { orgId, id: listenerId } }) => {
    await checkListener(database, { orgId, listenerId })
    const finds = await queryFinds(database, { orgId, listenerId, limit: shownAtMost })
    const items = finds.map(({ firstSeenAt, ...find }) => ({
      ...find,
      firstSeenAt: firstSeenAt.toISOString(),
    }))
    return { items, nextCursor: null }
  },
})
