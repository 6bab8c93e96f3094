import { z } from 'zod'
import { accountKeySchema, idSchema } from '../input/text.ts'
import { instantSchema } from '../instant.ts'

/** An Account as the API shows it. All members are present; unknown ones are null. */
export const accountSchema = z
  .object({
    accountKey: accountKeySchema,
    name: z.string(),
    domain: z.string().nullable(),
    region: z.string().nullable(),
    signalCount: z.int().min(1),
    topScore: z.int().min(0).max(100),
    topScoreVersion: z.int().min(1).max(3),
    firstSignalAt: instantSchema,
    lastSignalAt: instantSchema,
    assignedTo: z.array(idSchema),
  })
  .meta({ id: 'Account' })

export type Account = z.infer<typeof accountSchema>
