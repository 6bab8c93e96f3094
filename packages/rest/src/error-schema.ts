import { type ErrorCode, errorCodes } from '@signalpost/domain'
import { z } from 'zod'

const codes = Object.keys(errorCodes) as ErrorCode[] // the cast: keys of a constant table

/** The body of every refused request. */
export const errorSchema = z
  .object({
    message: z.string().meta({ description: 'Fit to be shown to a user; never repeats the input.' }),
    code: z.enum(codes).meta({ description: 'Stable: branch on it.' }),
    detail: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .max(100)
      .optional()
      .meta({ description: 'On a 400: what is wrong where. Diagnostic only.' }),
  })
  .meta({ id: 'Error' })
