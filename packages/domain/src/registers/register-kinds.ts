import type { z } from 'zod'
import { acknowledgedAt } from './acknowledged-at.ts'
import { alertedAt } from './alerted-at.ts'
import { assignedTo } from './assigned-to.ts'
import type { RegisterColumn, RegisterFilter } from './define-register.ts'
import { feedback } from './feedback.ts'
import { readAt } from './read-at.ts'

/** Every register, in the order of the fields of a Signal. */
export const registerKinds = [assignedTo, feedback, readAt, alertedAt, acknowledgedAt] as const

/** The registers that the specification does not know. */
export const ownRegisters: readonly RegisterKind[] = registerKinds.filter((kind) => 'isOwn' in kind)

export type RegisterKind = (typeof registerKinds)[number]
export type RegisterName = RegisterKind['name']

type RegisterSchemas = { [Kind in RegisterKind as Kind['name']]: Kind['value'] }
export type RegisterValues = { [Name in RegisterName]: z.output<RegisterSchemas[Name]> }

/** The schema of each register's value. */
export const registerSchemas =
  // The cast: the keys of an object made from pairs have no names for TypeScript.
  Object.fromEntries(registerKinds.map(({ name, value }) => [name, value])) as RegisterSchemas

type ColumnOf<Kind extends RegisterKind> = Extract<Kind['column'], RegisterColumn>
type FilterOf<Kind extends RegisterKind> = Extract<Kind['column'], { filter: RegisterFilter }>['filter']

/** The columns of `signal_registers` that hold values. */
export type RegisterColumns = {
  [Kind in RegisterKind as ColumnOf<Kind>['name']]:
    | (ColumnOf<Kind>['type'] extends 'instant' ? Date : string)
    | null
}

/** What lists of signals filter by; `none` is the absence of a value. */
export type RegisterFilters = {
  [Kind in RegisterKind as FilterOf<Kind>['name']]?:
    | (FilterOf<Kind>['by'] extends 'presence' ? boolean : string)
    | undefined
}
