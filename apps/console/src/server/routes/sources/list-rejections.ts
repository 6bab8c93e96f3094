import { listJudgedRejections } from '@signalpost/administration'
import { getSource, listSources } from '@signalpost/database/access'
import { idSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../http/define-route.ts'
import { workspaceParams } from '../workspace-params.ts'

const most = 1_000

export const listRejections = defineRoute({
  operationId: 'listRejections',
  method: 'get',
  path: '/console/api/w/{orgId}/rejections',
  role: 'viewer',
  summary: 'See the requests that were refused, the newest first',
  params: workspaceParams,
  query: z.object({ source: idSchema.optional().meta({ description: 'The source that they were for.' }) }),
  success: {
    status: 200,
    description: 'The last 1,000 requests. Nothing of their content was kept.',
    schema: z.object({
      items: z.array(
        z.object({
          sourceId: z.string(),
          at: z.iso.datetime(),
          reason: z.string(),
          bytes: z.int(),
          address: z.string(),
          finding: z
            .string()
            .nullable()
            .meta({ description: 'What explains it; null where nothing looked.' }),
          detail: z.string().nullable(),
          advice: z.string().nullable().meta({ description: 'A sentence for the sender.' }),
        }),
      ),
      nextCursor: z.null(),
    }),
  },
  errors: ['not_found'],
  handle: async ({ database }, { params: { orgId }, query: { source: sourceId } }) => {
    const sources =
      sourceId === undefined
        ? await listSources(database, orgId)
        : [await getSource(database, { sourceId, orgId })]
    const lists = await Promise.all(
      sources.map(async (source) => {
        const rejections = await listJudgedRejections(database, { orgId, sourceId: source.sourceId })
        return rejections.map((rejection) => ({ sourceId: source.sourceId, ...rejection }))
      }),
    )
    const newestFirst = lists.flat().toSorted((a, b) => b.at.getTime() - a.at.getTime())
    const items = newestFirst
      .slice(0, most)
      .map(({ at, ...rejection }) => ({ ...rejection, at: at.toISOString() }))
    return { items, nextCursor: null }
  },
})
