import { dayMs, instantSchema } from '@signalpost/domain'
import { z } from 'zod'

const usualDays = 7

/** From when on a preview of something stored looks at signals. */
export const previewedSince = instantSchema
  .optional()
  .meta({ description: `When the signals were first stored; ${usualDays} days back by default.` })

export function sinceOf(since: string | undefined, nowMs: number): Date {
  return new Date(since ?? nowMs - usualDays * dayMs)
}

export const cutAtSchema = z
  .int()
  .nullable()
  .meta({ description: 'Only the last so many signals were examined; null where all were.' })
