import { groupJudgedRejections } from '@signalpost/administration/source'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'
import { explained, rejectionsQuery } from './list-rejections.ts'

export const groupRejections = defineRoute({
  operationId: 'groupRejections',
  method: 'get',
  path: '/console/api/w/{orgId}/rejections/groups',
  role: 'viewer',
  summary: 'See what explains the requests that were refused',
  params: workspaceParams,
  query: rejectionsQuery,
  success: {
    status: 200,
    description:
      'The refused requests that the logs keep, by source and explanation, the last refused first.',
    schema: z.object({
      items: z.array(
        z.object({
          sourceId: z.string(),
          ...explained,
          count: z.int(),
          firstAt: z.iso.datetime(),
          lastAt: z.iso.datetime(),
          share: z
            .number()
            .meta({ description: 'Of all requests to the source in the last 24 hours, 0 to 1.' }),
          addresses: z.array(z.string()).max(5).meta({ description: 'The most frequent senders.' }),
          addressCount: z.int(),
        }),
      ),
    }),
  },
  errors: ['not_found'],
  handle: async ({ database, nowMs }, { params: { orgId }, query: { source: sourceId } }) => {
    const groups = await groupJudgedRejections(database, { orgId, sourceId, nowMs: nowMs() })
    return {
      items: groups.map(({ firstAt, lastAt, ...group }) => ({
        ...group,
        ...{ firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() },
      })),
    }
  },
})
