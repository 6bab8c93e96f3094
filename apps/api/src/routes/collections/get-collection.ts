import { findCollection, listSavedSignals } from '@signalpost/database/records'
import {
  collectionSchema,
  exampleSignal,
  idSchema,
  instantSchema,
  RejectedError,
  signalSchema,
} from '@signalpost/domain'
import { pageOf, pageQuery, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { exampleCollection } from './example-collection.ts'

const cursorSchema = z.object({ after: z.object({ savedAt: instantSchema, id: idSchema }) })

export const getCollection = defineRoute({
  operationId: 'getCollection',
  method: 'get',
  path: '/v1/collections/{id}',
  scope: 'signals:read',
  summary: 'Get one list with its signals',
  description:
    'Returns the list and a page of its signals, the last saved first. A deleted signal is not among them, and reappears if it returns. A page ends early when its signals exceed 8 MiB.',
  params: z.object({
    id: idSchema.meta({ description: "The list's id.", example: exampleCollection.id }),
  }),
  query: z.object(pageQuery),
  success: {
    status: 200,
    description: 'The list, and a page of its signals. `nextCursor` is null on the last one.',
    schema: z.object({ ...collectionSchema.shape, ...pageOf(signalSchema).shape }),
    example: { ...exampleCollection, items: [exampleSignal], nextCursor: null },
  },
  errors: ['not_found'],
  handle: async (
    { database, cursors },
    { caller: { orgId }, params: { id: collectionId }, query: { limit, cursor } },
  ) => {
    const reference = { orgId, collectionId }
    const scope = { route: 'getCollection', orgId, filters: { collectionId } }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    const found = await findCollection(database, reference)
    if (found === undefined) throw new RejectedError('not_found', 'There is no such list.')
    const page = await readPage({
      limit,
      list: (most) => listSavedSignals(database, { ...reference, after, limit: most }),
      sealAfter: ({ savedAt, id }) => cursors.seal(scope, { after: { savedAt, id } }),
    })
    const { orgId: _orgId, ...collection } = found
    const items = page.items.map(({ savedAt: _savedAt, ...signal }) => signal)
    return { ...collection, items, nextCursor: page.nextCursor }
  },
})
