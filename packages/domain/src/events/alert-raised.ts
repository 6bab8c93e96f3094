import { z } from 'zod'
import { signalSchema } from '../documents/signal.ts'
import type { SentKind } from '../event-kind.ts'
import { idSchema } from '../input/text.ts'
import { exampleSignal } from './example-records.ts'

/** A rule matched a signal. We only send this event; a digest of several signals is an array. Received ones are ignored. */
export const alertRaised = {
  type: 'alert.raised',
  sentOn: { rule: 'matched' },
  isGathered: true,
  sent: z.object({ ruleId: idSchema, signal: signalSchema }),
  example: { ruleId: 'rul_01jc8z', signal: exampleSignal },
} satisfies SentKind
