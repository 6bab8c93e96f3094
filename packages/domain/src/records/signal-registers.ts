import type { z } from 'zod'
import { type EventKey, isLater } from '../event-key.ts'
import type { Instant } from '../instant.ts'
import {
  type RegisterKind,
  type RegisterName,
  type RegisterValues,
  registerKinds,
} from '../registers/register-kinds.ts'
import { type Claim, type Winning, winners } from '../registers/winners.ts'

type RegisterState<Kind extends RegisterKind> = Kind['wins'] extends 'earliest'
  ? Claim[]
  : Claim<z.output<Kind['value']> | null> | null

/** The mutable fields of a signal. They may be known before their signal is. */
export type SignalRegisters = { deletedBy: EventKey | null } & {
  [Kind in RegisterKind as Kind['name']]: RegisterState<Kind>
}

const kinds = registerKinds.map(({ name, wins }) => ({
  name,
  // The cast: code for all registers gives each only the state that is stored under its name.
  winning: winners[wins] as Winning<unknown, unknown>,
}))
const kindsByName = new Map(kinds.map((kind) => [kind.name, kind]))

export const noRegisters = {
  deletedBy: null,
  ...Object.fromEntries(kinds.map(({ name, winning }) => [name, winning.none])),
  // The cast: `kinds` has every register.
} as SignalRegisters

/** What one event says about one register, added to what it says about others. */
export function registerClaim(
  name: RegisterName,
  claim: Claim<unknown>,
  others: SignalRegisters = noRegisters,
): SignalRegisters {
  return { ...others, [name]: winningOf(name).claim(claim) }
}

/** A deletion ends every claim before it. A register that only a later version knows is kept as it is stored. */
export function mergeSignalRegisters(a: SignalRegisters, b: SignalRegisters): SignalRegisters {
  const deletedBy = laterKey(a.deletedBy, b.deletedBy)
  const merged: SignalRegisters = { ...b, ...a, deletedBy }
  const states: Partial<Record<RegisterName, unknown>> = merged
  for (const { name, winning } of kinds) {
    states[name] = winning.merge(a[name] ?? winning.none, b[name] ?? winning.none, deletedBy)
  }
  return merged
}

/** What counts of a register: its value and the event that set it. A value of null was taken away. */
export function currentClaim<Name extends RegisterName>(
  registers: SignalRegisters,
  name: Name,
): Claim<RegisterValues[Name] | null> | undefined {
  const { current, none } = winningOf(name)
  // The cast: a register's state has claims of its values.
  return current(registers[name] ?? none) as Claim<RegisterValues[Name] | null> | undefined
}

/** The registers as fields of a Signal; those without a value are absent. */
export function registerValues(registers: SignalRegisters): Partial<RegisterValues> {
  const values: Partial<Record<RegisterName, unknown>> = {}
  for (const { name, winning } of kinds) {
    const value = winning.current(registers[name] ?? winning.none)?.value
    if (value !== undefined && value !== null) values[name] = value
  }
  // The cast: each value is found under its register's name.
  return values as Partial<RegisterValues>
}

/** The keys of all events that still matter to the registers. */
export function registerKeys(registers: SignalRegisters): EventKey[] {
  const keys = kinds.flatMap(({ name, winning }) => winning.keys(registers[name] ?? winning.none))
  return registers.deletedBy === null ? keys : [registers.deletedBy, ...keys]
}

/** What is said about the other registers; undefined if it is nothing. */
export function withoutClaims(
  registers: SignalRegisters,
  names: readonly RegisterName[],
): SignalRegisters | undefined {
  const unsaid = Object.fromEntries(names.map((name) => [name, noRegisters[name]]))
  const others: SignalRegisters = { ...registers, ...unsaid }
  return registerKeys(others).length === 0 ? undefined : others
}

/** The names of the registers that an event after a moment set. */
export function registersAfter(registers: SignalRegisters, moment: Instant): RegisterName[] {
  return kinds
    .filter(({ name, winning }) =>
      winning.keys(registers[name] ?? winning.none).some(({ at }) => at > moment),
    )
    .map(({ name }) => name)
}

function winningOf(name: RegisterName): Winning<unknown, unknown> {
  const kind = kindsByName.get(name)
  if (kind === undefined) throw new Error(`There is no register ${name}.`)
  return kind.winning
}

function laterKey(a: EventKey | null, b: EventKey | null): EventKey | null {
  if (a === null || b === null) return a ?? b
  return isLater(b, a) ? b : a
}
