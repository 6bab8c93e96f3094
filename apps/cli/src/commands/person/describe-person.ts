import type { Member, MemberRole } from '@signalpost/database/people'
import { table } from '../../terminal/table.ts'

/** Returns a person as the CLI shows them. */
export type ShownPerson = {
  personId: string
  email: string | null
  name: string | null
  orgId: string | null
  role: MemberRole | null
  operator: boolean
  lastSeenAt: Date | null
  disabledAt: Date | null
}

export function showMember({ isOperator, ...member }: Member): ShownPerson {
  return { ...member, operator: isOperator }
}

export function describePeople(people: readonly ShownPerson[]): string {
  const rows = people.map((person) => [
    person.personId,
    person.email ?? person.name,
    person.orgId,
    person.role,
    person.operator ? 'yes' : 'no',
    person.lastSeenAt,
    person.disabledAt,
  ])
  return table(['PERSON', 'EMAIL', 'WORKSPACE', 'ROLE', 'OPERATOR', 'LAST SEEN', 'DISABLED'], rows)
}
