import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import type { OwnedListener } from './owned-listener.ts'

/** What names a listener: outside senders choose ids, which two workspaces may share. */
export const listenerReference = z.strictObject({ orgId: orgIdSchema, listenerId: z.string() })

export const listenerDocument = {
  description: 'The listener.',
  schema: z.object({ listenerId: z.string(), isPaused: z.boolean() }),
  of: ({ listener: { id: listenerId }, schedule: { isPaused } }: OwnedListener) => ({ listenerId, isPaused }),
}
