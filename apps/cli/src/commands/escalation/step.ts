import type { EscalationStep } from '@signalpost/domain'
import { z } from 'zod'
import { durationMs, durationText } from '../../parameters/times.ts'

/** Parses `AFTER:CHANNEL` or `AFTER:CHANNEL@PERSON`, such as `15m:chn_abc@usr_ada`. */
export const stepSchema = z.string().transform((text, context): EscalationStep => {
  const [, after, channelId, personId] = /^([^:@]+):([^:@]+)(?:@([^:@]+))?$/.exec(text) ?? []
  const parsed = durationMs.safeParse(after)
  if (channelId === undefined || !parsed.success) {
    context.addIssue('expected a time, a channel and perhaps a person, such as 15m:chn_abc@usr_ada')
    return z.NEVER
  }
  return { afterMs: parsed.data, channelId, ...(personId !== undefined && { personId }) }
})

/** Returns what `stepSchema` parses to this step. */
export function stepText({ afterMs, channelId, personId }: EscalationStep): string {
  return `${durationText(afterMs)}:${channelId}${personId === undefined ? '' : `@${personId}`}`
}
