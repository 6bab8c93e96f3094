import type { Source } from '@signalpost/database/access'
import { z } from 'zod'

export const sourceSchema = z.object({
  sourceId: z.string(),
  name: z.string(),
  scheme: z.string(),
  settings: z.record(z.string(), z.string()),
  toleranceSeconds: z.int(),
  ratePerMinute: z.int().nullable(),
  enabled: z.boolean(),
  createdAt: z.iso.datetime(),
  lastDeliveryAt: z.iso.datetime().nullable(),
  intakeUrl: z.string(),
})

export function describeSource(source: Source, intakeUrl: string): z.infer<typeof sourceSchema> {
  const { sourceId, name, scheme, settings, toleranceSeconds, ratePerMinute, enabled } = source
  return {
    ...{ sourceId, name, scheme, settings, toleranceSeconds, ratePerMinute, enabled },
    createdAt: source.createdAt.toISOString(),
    lastDeliveryAt: source.lastDeliveryAt?.toISOString() ?? null,
    intakeUrl: `${intakeUrl}/hooks/${sourceId}`,
  }
}
