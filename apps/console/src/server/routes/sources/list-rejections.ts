import { listNewestRejections } from '@signalpost/administration/source'
import { idSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'

const most = 1_000

/** Why a request was refused, in codes and in words. */
export const explained = {
  reason: z.string(),
  finding: z.string().nullable().meta({ description: 'What explains it; null where nothing looked.' }),
  detail: z.string().nullable(),
  explanation: z.string().meta({ description: 'Why, in words.' }),
  advice: z.string().nullable().meta({ description: 'A sentence for the sender.' }),
}

export const rejectionsQuery = z.object({
  source: idSchema.optional().meta({ description: 'The source that they were for.' }),
})

export const listRejections = defineRoute({
  operationId: 'listRejections',
  method: 'get',
  path: '/console/api/w/{orgId}/rejections',
  role: 'viewer',
  summary: 'See the requests that were refused, the newest first',
  params: workspaceParams,
  query: rejectionsQuery,
  success: {
    status: 200,
    description: 'The last 1,000 requests. Nothing of their content was kept.',
    schema: z.object({
      items: z.array(
        z.object({
          ...{ sourceId: z.string(), at: z.iso.datetime(), bytes: z.int(), address: z.string() },
          ...explained,
        }),
      ),
      nextCursor: z.null(),
    }),
  },
  errors: ['not_found'],
  handle: async ({ database }, { params: { orgId }, query: { source: sourceId } }) => {
    const newest = await listNewestRejections(database, { orgId, sourceId, limit: most })
    const items = newest.map(({ at, ...rejection }) => ({ ...rejection, at: at.toISOString() }))
    return { items, nextCursor: null }
  },
})
