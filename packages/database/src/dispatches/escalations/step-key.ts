import type { StepPlace } from '@signalpost/domain'

/** One step of an escalation. */
export type StepReference = StepPlace & { escalationId: string }

/** Returns the rule id that the dispatches and messages of a step have. */
export function stepKeyOf({ escalationId, round, step }: StepReference): string {
  return `${escalationId}.${round}.${step}`
}

/** Returns the step that a key names; undefined for the id of a rule. */
export function findStep(key: string): StepReference | undefined {
  const [, escalationId, round, step] = /^(esc_[a-z0-9]+)\.(\d+)\.(\d+)$/.exec(key) ?? []
  if (escalationId === undefined) return undefined
  return { escalationId, round: Number(round), step: Number(step) }
}
