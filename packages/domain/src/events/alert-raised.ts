import { z } from 'zod'
import type { SentKind } from '../event-kind.ts'
import { signalSchema } from '../signal.ts'
import { idSchema } from '../text.ts'
import { exampleSignal } from './example-records.ts'

/** A rule matched a signal. We only send this event; a digest of several signals is an array. Received ones are ignored. */
export const alertRaised = {
  type: 'alert.raised',
  sentOn: { rule: 'matched' },
  isGathered: true,
  sent: z.object({ ruleId: idSchema, signal: signalSchema }),
  example: { ruleId: 'rul_01jc8z', signal: exampleSignal },
} satisfies SentKind
