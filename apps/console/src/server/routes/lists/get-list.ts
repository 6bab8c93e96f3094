import { readCollection } from '@signalpost/administration/collection'
import { collectionSchema, idSchema, instantSchema, signalSchema } from '@signalpost/domain'
import { pageOf, pageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { recordParams } from '../workspace-params.ts'

const cursorSchema = z.object({ after: z.object({ savedAt: instantSchema, id: idSchema }) })

export const getList = defineRoute({
  operationId: 'getList',
  method: 'get',
  path: '/console/api/w/{orgId}/lists/{id}',
  role: 'viewer',
  summary: 'See one list and its signals, the last saved first',
  params: recordParams,
  query: z.object(pageQuery),
  success: {
    status: 200,
    description: 'The list, and a page of its signals.',
    schema: pageOf(z.object({ savedAt: instantSchema, signal: signalSchema })).extend({
      list: collectionSchema,
    }),
  },
  errors: ['not_found'],
  handle: async ({ database, cursors }, { params: { orgId, id }, query: { limit, cursor } }) => {
    const scope = { route: 'console list', orgId, filters: { id } }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    const { collection: list, items: found } = await readCollection(
      { database },
      { orgId, collectionId: id },
      { after, limit: limit + 1 },
    )
    const items = found.slice(0, limit)
    const last = found.length > limit ? items.at(-1) : undefined
    const nextCursor = last && cursors.seal(scope, { after: { savedAt: last.savedAt, id: last.signal.id } })
    return { list, items, nextCursor: nextCursor ?? null }
  },
})
