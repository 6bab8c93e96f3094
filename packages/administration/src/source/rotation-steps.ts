import type { JudgedSecret } from './describe-verdict.ts'

/** The steps of replacing a source's secret, in their order. */
export const rotationSteps = [
  'made',
  'handed_over',
  'first_use',
  'below_one_percent',
  'silent',
  'revoked',
] as const

/**
 * Returns the steps of a source's rotation, from its secrets with the newest first. Returns none for a source that has
 * had only one secret.
 */
export function rotationStepsOf(
  secrets: readonly Pick<JudgedSecret, 'verdict' | 'lastUsedAt'>[],
): { step: (typeof rotationSteps)[number]; isDone: boolean }[] {
  const [newest, ...older] = secrets
  if (newest === undefined || older.length === 0) return []
  const previous = older.filter(({ verdict }) => verdict !== 'ended')
  const isUsed = newest.lastUsedAt !== null
  const isSilent = previous.every(({ verdict }) => verdict === 'safe_to_revoke')
  return [
    { step: 'made', isDone: true },
    // A hand-over is seen by its effect alone.
    { step: 'handed_over', isDone: isUsed },
    { step: 'first_use', isDone: isUsed },
    { step: 'below_one_percent', isDone: previous.every(({ verdict }) => verdict !== 'in_use') && isUsed },
    { step: 'silent', isDone: isSilent && isUsed },
    { step: 'revoked', isDone: previous.length === 0 },
  ]
}
