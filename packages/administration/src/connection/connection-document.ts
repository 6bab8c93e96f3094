import type { Connection } from '@signalpost/database/searching'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'

/** What names a connection. */
export const connectionReference = z.strictObject({
  connectionId: z.string(),
  orgId: orgIdSchema.optional(),
})

export const connectionDocument = {
  description: 'The connection, without its credentials.',
  schema: z.object({
    connectionId: z.string(),
    baseUrl: z.string().nullable().meta({ description: 'Replaces scheme, host and port of its addresses.' }),
    budget: z
      .object({ most: z.number(), windowMs: z.number() })
      .nullable()
      .meta({ description: "Null means the platform's own." }),
  }),
  of: ({ connectionId, baseUrl, budget }: Pick<Connection, 'connectionId' | 'baseUrl' | 'budget'>) => ({
    ...{ connectionId, baseUrl, budget },
  }),
}
