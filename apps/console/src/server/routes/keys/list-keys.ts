import { listNewestApiKeys } from '@signalpost/database/access'
import { findPeopleNames } from '@signalpost/database/people'
import { pageOf, pageQuery, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'
import { describeKey, keySchema } from './key-schema.ts'

/** `createdAt` is PostgreSQL's text: it has microseconds. */
const cursorSchema = z.object({ after: z.object({ createdAt: z.string(), id: z.string() }) })

export const listKeys = defineRoute({
  operationId: 'listKeys',
  method: 'get',
  path: '/console/api/w/{orgId}/keys',
  role: 'viewer',
  summary: 'See the API keys of a workspace, the newest first',
  params: workspaceParams,
  query: z.object(pageQuery),
  success: { status: 200, description: 'A page of keys, without their secrets.', schema: pageOf(keySchema) },
  errors: [],
  handle: async ({ database, cursors, nowMs }, { params: { orgId }, query: { limit, cursor } }) => {
    const scope = { route: 'listKeys', orgId, filters: {} }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    const { items, nextCursor } = await readPage({
      limit,
      list: async (most) => ({ items: await listNewestApiKeys(database, { orgId }, { limit: most, after }) }),
      sealAfter: ({ createdAtExactly, keyId }) =>
        cursors.seal(scope, { after: { createdAt: createdAtExactly, id: keyId } }),
    })
    const names = await findPeopleNames(
      database,
      items.flatMap(({ owner }) => (owner === null ? [] : [owner.id])),
    )
    return { items: items.map((key) => describeKey(key, nowMs(), names)), nextCursor }
  },
})
