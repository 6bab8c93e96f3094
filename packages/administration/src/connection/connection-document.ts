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
    platform: z.string(),
    baseUrl: z.string().nullable().meta({ description: 'Replaces scheme, host and port of its addresses.' }),
    budget: z
      .object({ most: z.number(), windowMs: z.number() })
      .nullable()
      .meta({ description: "Null means the platform's own." }),
    createdAt: z.iso.datetime(),
  }),
  of: ({ connectionId, platform, baseUrl, budget, createdAt }: Connection) => ({
    ...{ connectionId, platform, baseUrl, budget },
    createdAt: createdAt.toISOString(),
  }),
}
