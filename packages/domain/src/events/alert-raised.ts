import { z } from 'zod'
import type { EventKind } from '../event-kind.ts'
import { signalSchema } from '../signal.ts'
import { idSchema } from '../text.ts'
import { exampleSignal } from './example-records.ts'

/**
 * A rule announced a signal: an event that we only send, and several at once as an array where a digest tells of
 * several signals. What comes in under its name is ignored.
 */
export const alertRaised: Pick<EventKind, 'type' | 'sent' | 'example'> & { isGathered: true } = {
  type: 'alert.raised',
  isGathered: true,
  sent: z.object({ ruleId: idSchema, signal: signalSchema }),
  example: { ruleId: 'rul_01jc8z', signal: exampleSignal },
}
