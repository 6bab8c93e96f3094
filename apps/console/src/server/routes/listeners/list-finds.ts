import { listJudgedFinds } from '@signalpost/administration/listener'
import { pageOf } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { checkListener } from './check-listener.ts'

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
        scoreNow: z
          .number()
          .nullable()
          .meta({ description: 'Its score by all verdicts given until now; null where none is stored.' }),
        demandNow: z.number().meta({ description: 'By how much its bar is higher by these verdicts.' }),
        firstSeenAt: z.iso.datetime(),
      }),
    ),
  },
  errors: ['not_found'],
  handle: async (services, { params: { orgId, id: listenerId } }) => {
    await checkListener(services.database, { orgId, listenerId })
    const finds = await listJudgedFinds(services, { orgId, listenerId })
    const items = finds.map(({ firstSeenAt, ...find }) => ({
      ...find,
      firstSeenAt: firstSeenAt.toISOString(),
    }))
    return { items, nextCursor: null }
  },
})
