import type { Member, MemberRole } from '@signalpost/database/people'
import { table } from '../../terminal/table.ts'

/** Returns a person as the CLI shows them. */
export type ShownPerson = {
  personId: string
  email: string | null
  /** False for an address that an admin typed and no one proved. */
  emailProven: boolean
  name: string | null
  orgId: string | null
  role: MemberRole | null
  operator: boolean
  lastSeenAt: Date | null
  disabledAt: Date | null
}

export function showMember({ isOperator, isEmailProven, ...member }: Member): ShownPerson {
  return { ...member, emailProven: isEmailProven, operator: isOperator }
}

export function describePeople(people: readonly ShownPerson[]): string {
  const rows = people.map((person) => [
    person.personId,
    person.emailProven ? (person.email ?? person.name) : `${person.email} (not proven)`,
    person.orgId,
    person.role,
    person.operator ? 'yes' : 'no',
    person.lastSeenAt,
    person.disabledAt,
  ])
  return table(['PERSON', 'EMAIL', 'WORKSPACE', 'ROLE', 'OPERATOR', 'LAST SEEN', 'DISABLED'], rows)
}
