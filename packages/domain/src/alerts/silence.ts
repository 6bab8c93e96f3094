import { z } from 'zod'
import { accountKeySchema, idSchema } from '../text.ts'

/** What is muted: all conditions must hold; none mutes the workspace. */
export const silenceConditionsSchema = z
  .strictObject({ accountKey: accountKeySchema, listenerId: idSchema, ruleId: idSchema })
  .partial()

export type SilenceConditions = z.infer<typeof silenceConditionsSchema>

/** It holds until a moment that it must name. */
export type Silence = { id: string; conditions: SilenceConditions; untilMs: number }

/** Whether any of the silences that stand at `nowMs` mutes what `ruleId` would tell of a signal. */
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
