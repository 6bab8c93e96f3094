import { openSince } from '@signalpost/authorization'
import { listPeople } from '@signalpost/database/people'
import { RejectedError } from '@signalpost/domain'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { describePerson, personSchema } from './person-schema.ts'

export const getPerson = defineRoute({
  operationId: 'getPerson',
  method: 'get',
  path: '/console/api/w/{orgId}/people/{id}',
  role: 'viewer',
  summary: 'See a person of the workspace',
  params: recordParams,
  query: noQuery,
  success: { status: 200, description: 'The person.', schema: personSchema },
  errors: ['not_found'],
  handle: async ({ database, nowMs, waysIn, sessionTimes }, { params: { orgId, id: personId } }) => {
    const now = nowMs()
    const page = { limit: 1, nowMs: now, ...openSince(sessionTimes, now) }
    const [found] = await listPeople(database, { orgId, personId }, page)
    if (found === undefined) throw new RejectedError('not_found', 'There is no such person in the workspace.')
    return describePerson(found, waysIn.offers)
  },
})
