import { openSince } from '@signalpost/authorization'
import { type ListedPerson, listMembers, listPeople } from '@signalpost/database/people'
import { idSchema, orgIdSchema } from '@signalpost/domain'
import { takePage } from '@signalpost/rest'
import { z } from 'zod'
import type { ActCall } from '../define-act.ts'
import { defineDocuments, defineLookup, defineRead } from '../define-operation.ts'
import { missingPerson } from './get-membership.ts'
import { type PeopleServices, personDocument, type SessionServices } from './person-document.ts'

const ofWorkspace = z.strictObject({ orgId: orgIdSchema })
const reference = ofWorkspace.extend({ personId: idSchema })

export const listPeopleRead = defineDocuments({
  name: 'person.list',
  summary: 'List the people of a workspace.',
  demands: 'viewer',
  input: ofWorkspace,
  http: { method: 'get', path: '/people', errors: [], operationId: 'listPeople' },
  output: { ...personDocument, description: 'A page of people.' },
  cursor: idSchema,
  readPage: async (
    { services, input }: ActCall<z.output<typeof ofWorkspace>, PeopleServices>,
    { limit, after },
  ) => {
    const found = await findPeople(services, input, { limit: limit + 1, after })
    const { items, last } = takePage(found, limit)
    return { items, nextAfter: last?.personId }
  },
})

/** Throws RejectedError `not_found`. */
export const getPersonRead = defineRead({
  name: 'person.get',
  summary: 'See a person of the workspace.',
  demands: 'viewer',
  input: reference,
  http: { method: 'get', path: '/people/{id}', errors: ['not_found'] },
  read: async ({ services, input }: ActCall<z.output<typeof reference>, PeopleServices>) => {
    const [found] = await findPeople(services, input, { limit: 1 })
    if (found === undefined) throw missingPerson()
    return found
  },
  output: personDocument,
})

/** The people of a workspace, or of all. */
export const listMembersLookup = defineLookup({
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema.optional() }),
  foundIn: listPeopleRead,
  read: async ({ services: { database }, input }) =>
    (await listMembers(database, input)).map(({ isOperator, isEmailProven, ...member }) => ({
      ...{ ...member, emailProven: isEmailProven, operator: isOperator },
    })),
})

function findPeople(
  { database, sessionTimes, nowMs }: SessionServices,
  of: { orgId: string; personId?: string },
  page: { limit: number; after?: string | undefined },
): Promise<ListedPerson[]> {
  const now = nowMs()
  return listPeople(database, of, { ...page, nowMs: now, ...openSince(sessionTimes, now) })
}
