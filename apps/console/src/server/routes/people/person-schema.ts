import { roles } from '@signalpost/authorization'
import type { ListedPerson } from '@signalpost/database/people'
import { z } from 'zod'

export const personSchema = z.object({
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

export function describePerson(
  { isOperator, isEmailProven, issuers, lastSeenAt, disabledAt, ...person }: ListedPerson,
  { mail }: { mail: boolean },
): z.infer<typeof personSchema> {
  return {
    ...person,
    operator: isOperator,
    emailProven: isEmailProven,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
    waysIn: ['link', ...(mail && isEmailProven && person.email !== null ? ['mail'] : []), ...issuers],
  }
}
