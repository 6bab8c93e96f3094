import { z } from 'zod'

export const defaultToleranceSeconds = 300

/** How far a signed timestamp may be from the clock, either way, inclusive: 1 to 3,600 seconds. */
export const toleranceSeconds = z.int().min(1).max(3600)
