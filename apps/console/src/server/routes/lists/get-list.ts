import { findCollection, listSavedSignals } from '@signalpost/database/records'
import { collectionSchema, idSchema, instantSchema, RejectedError, signalSchema } from '@signalpost/domain'
import { pageOf, pageQuery, readPage } from '@signalpost/rest'
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
    const list = await findCollection(database, { orgId, collectionId: id })
    if (list === undefined) throw new RejectedError('not_found', 'There is no such list.')
    const scope = { route: 'console list', orgId, filters: { id } }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    const page = await readPage({
      limit,
      list: async (most) => ({
        items: (await listSavedSignals(database, { orgId, collectionId: id, after, limit: most })).map(
          ({ savedAt, ...signal }) => ({ savedAt, signal }),
        ),
      }),
      sealAfter: ({ savedAt, signal }) => cursors.seal(scope, { after: { savedAt, id: signal.id } }),
    })
    const { name, description, createdAt } = list
    return { list: { id, name, description, createdAt }, ...page }
  },
})
