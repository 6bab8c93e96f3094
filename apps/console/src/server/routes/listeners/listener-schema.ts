import type { ListenerYield } from '@signalpost/database/records'
import { type Listener, listenerSchema } from '@signalpost/domain'
import { z } from 'zod'

const found = z.object({
  lastFoundAt: z.iso.datetime().nullable(),
  good: z.number().meta({ description: 'Of its newest 200 signals, those that people judged good.' }),
  bad: z.number(),
})

export const foundSchema = listenerSchema.extend(found.shape)

const nothing: ListenerYield = { lastFoundAt: null, good: 0, bad: 0 }

export function describeFound(
  listener: Listener,
  { lastFoundAt, good, bad }: ListenerYield = nothing,
): z.input<typeof foundSchema> {
  return { ...listener, lastFoundAt: lastFoundAt?.toISOString() ?? null, good, bad }
}
