import { isRouted } from '../alerts/routing.ts'
import type { Signal } from '../documents/signal.ts'
import { type RegisterKind, type RegisterName, registerKinds } from '../registers/register-kinds.ts'

export type Taking = NonNullable<RegisterKind['takenAs']>

const kinds = registerKinds.flatMap(({ name, takenAs }) => (takenAs === undefined ? [] : [{ name, takenAs }]))

/** What can take a signal. */
export const takings = kinds.map(({ takenAs }) => takenAs) as [Taking, ...Taking[]]

/** Returns the types of the events that take a signal in one of these ways. */
export function takingEventTypes(unless: readonly Taking[]): string[] {
  return registerKinds.flatMap(({ takenAs, event }) =>
    takenAs !== undefined && unless.includes(takenAs) ? [event.type] : [],
  )
}

/** How a signal was taken, and when; by the earliest of `unless`. */
export type Taken = { by: Taking; atMs: number }

/** Returns undefined for a signal that no one has taken. */
export function findTaken(signal: Signal, unless: readonly Taking[]): Taken | undefined {
  const found = kinds.flatMap((kind): Taken[] => {
    if (!unless.includes(kind.takenAs)) return []
    const at = momentOf(kind, signal)
    return at === undefined ? [] : [{ by: kind.takenAs, atMs: Date.parse(at) }]
  })
  return found.toSorted((a, b) => a.atMs - b.atMs)[0]
}

function momentOf({ name }: { name: RegisterName }, signal: Signal): string | undefined {
  // Who got a lead from a rule has not taken it yet.
  if (name === 'assignedTo' && signal.assignedTo !== undefined && isRouted(signal.assignedTo))
    return undefined
  const value = signal[name]
  return typeof value === 'object' ? value.at : value
}
