import { z } from 'zod'
import { type ListenerInput, listenerInputSchema, listenerSchema } from '../documents/listener.ts'
import type { EventKey } from '../event-key.ts'
import { defineEventKind, documentSchema } from '../event-kind.ts'
import { listenerStateFrom } from '../records/listener.ts'
import { exampleListener } from './example-records.ts'

type Data = { listener: ListenerInput }

const storing = {
  data: z.object({ listener: documentSchema(listenerInputSchema) }),
  sent: z.object({ listener: listenerSchema }),
  example: { listener: exampleListener },
  claimedOrgId: ({ listener }: Data) => ({ path: 'data.listener.orgId', orgId: listener.orgId }),
  contributions: ({ listener }: Data, key: EventKey) => [
    { record: 'listener' as const, id: listener.id, state: listenerStateFrom(listener, key) },
  ],
}

export const listenerCreated = defineEventKind({
  type: 'listener.created',
  sentOn: { record: 'listener', changes: ['created', 'restored'] },
  ...storing,
})

export const listenerUpdated = defineEventKind({
  type: 'listener.updated',
  sentOn: { record: 'listener', changes: ['updated'] },
  ...storing,
})
