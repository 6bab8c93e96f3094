import type { CurrentSession } from './ways-in.ts'

/** Returns the session that a login ends, as its act takes it. */
export function replacedOf(
  current: CurrentSession | undefined,
): { personId: string; sessionId: string } | undefined {
  if (current === undefined) return undefined
  const { person, sessionId } = current.session
  return { personId: person.personId, sessionId }
}
