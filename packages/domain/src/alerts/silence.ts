import { z } from 'zod'
import { accountKeySchema, idSchema } from '../input/text.ts'

/** The conditions of a silence. All must hold; a silence without any mutes the workspace. */
export const silenceConditionsSchema = z
  .strictObject({ accountKey: accountKeySchema, listenerId: idSchema, ruleId: idSchema })
  .partial()

export type SilenceConditions = z.infer<typeof silenceConditionsSchema>

/** A silence always has an end. */
export type Silence = { id: string; conditions: SilenceConditions; untilMs: number }

/** Whether a silence that is active at `nowMs` mutes a signal for a rule. */
export function isSilenced(
  silences: readonly Silence[],
  {
    signal,
    ruleId,
    nowMs,
  }: { signal: { accountKey?: string | undefined; listenerId: string }; ruleId: string; nowMs: number },
): boolean {
  return silences.some(
    ({ conditions, untilMs }) =>
      nowMs < untilMs &&
      (conditions.accountKey === undefined || conditions.accountKey === signal.accountKey) &&
      (conditions.listenerId === undefined || conditions.listenerId === signal.listenerId) &&
      (conditions.ruleId === undefined || conditions.ruleId === ruleId),
  )
}
