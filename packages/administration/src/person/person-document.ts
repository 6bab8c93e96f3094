import { roles, type SessionTimes } from '@signalpost/authorization'
import type { ListedPerson } from '@signalpost/database/people'
import { z } from 'zod'
import type { ActServices } from '../define-act.ts'
import { textOf } from '../text-of.ts'

const personSchema = z.object({
  personId: z.string(),
  email: z.string().nullable(),
  emailProven: z
    .boolean()
    .meta({ description: 'False for an address that an admin typed and no one proved.' }),
  name: z.string().nullable(),
  role: z.enum(roles),
  operator: z.boolean(),
  lastSeenAt: z.iso.datetime().nullable(),
  disabledAt: z.iso.datetime().nullable(),
  waysIn: z.array(z.string()).meta({
    description:
      '`link` for links of the command line, `mail` for links by mail, and the issuers of identity providers.',
  }),
  sessions: z.int().meta({ description: 'How many are open.' }),
})

export type SessionServices = ActServices & { readonly sessionTimes: SessionTimes }

export type PeopleServices = SessionServices & {
  /** How people may log in. */
  readonly waysIn: { readonly offers: { readonly mail: boolean } }
}

export const personDocument = {
  description: 'The person.',
  schema: personSchema,
  of: (
    { isOperator, isEmailProven, issuers, lastSeenAt, disabledAt, ...person }: ListedPerson,
    { waysIn: { offers } }: PeopleServices,
  ) => ({
    ...{ ...person, operator: isOperator, emailProven: isEmailProven },
    ...{ lastSeenAt: textOf(lastSeenAt), disabledAt: textOf(disabledAt) },
    waysIn: ['link', ...(offers.mail && isEmailProven && person.email !== null ? ['mail'] : []), ...issuers],
  }),
}
