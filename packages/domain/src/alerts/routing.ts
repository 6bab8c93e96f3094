import type { Assignment } from '../registers/assigned-to.ts'

/** Whether a rule gave the lead to someone, who has not taken it yet. */
export function isRouted({ by }: Pick<Assignment, 'by'>): boolean {
  return by.startsWith('rul_')
}

/**
 * Returns the person who gets the lead: one who has leads of the same account already, else the next in turn. Undefined
 * without people. Turns count from 0.
 */
export function choosePerson(
  people: readonly string[],
  { known, turn }: { known: readonly string[]; turn: number },
): { personId: string; usesTurn: boolean } | undefined {
  const familiar = people.find((personId) => known.includes(personId))
  if (familiar !== undefined) return { personId: familiar, usesTurn: false }
  const next = people[turn % Math.max(people.length, 1)]
  return next === undefined ? undefined : { personId: next, usesTurn: true }
}
