import { openSince } from '@signalpost/authorization'
import { listPeople as queryPeople } from '@signalpost/database/people'
import { idSchema } from '@signalpost/domain'
import { pageOf, pageQuery, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'
import { describePerson, personSchema } from './person-schema.ts'

const cursorSchema = z.object({ after: idSchema })

export const listPeople = defineRoute({
  operationId: 'listPeople',
  method: 'get',
  path: '/console/api/w/{orgId}/people',
  role: 'viewer',
  summary: 'See the people of a workspace, the oldest first',
  params: workspaceParams,
  query: z.object(pageQuery),
  success: { status: 200, description: 'A page of people.', schema: pageOf(personSchema) },
  errors: [],
  handle: async (
    { database, cursors, nowMs, waysIn, sessionTimes },
    { params: { orgId }, query: { limit, cursor } },
  ) => {
    const scope = { route: 'listPeople', orgId, filters: {} }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    const now = nowMs()
    const { items, nextCursor } = await readPage({
      limit,
      list: async (most) => {
        const page = { limit: most, after, nowMs: now, ...openSince(sessionTimes, now) }
        return { items: await queryPeople(database, { orgId }, page) }
      },
      sealAfter: ({ personId }) => cursors.seal(scope, { after: personId }),
    })
    return { items: items.map((person) => describePerson(person, waysIn.offers)), nextCursor }
  },
})
