import { z } from 'zod'
import { durationMs } from '../../parameters/times.ts'

/** Parses `N/WINDOW`, such as `5/1h`. */
export const throttleSchema = z.string().transform((text, context) => {
  const [, count, window] = /^(\d{1,9})\/(.+)$/s.exec(text) ?? []
  const parsed = durationMs.safeParse(window)
  if (count !== undefined && parsed.success) return { count: Number(count), windowMs: parsed.data }
  context.addIssue('expected a number and a window, such as 5/1h')
  return z.NEVER
})
