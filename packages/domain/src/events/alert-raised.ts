import { z } from 'zod'
import { signalSchema } from '../documents/signal.ts'
import type { SentKind } from '../event-kind.ts'
import { idSchema } from '../input/text.ts'
import { exampleSignal } from './example-records.ts'

/** A rule matched a signal, or no one took it in time. We only send this event; a digest of several signals is an array. Received ones are ignored. */
export const alertRaised = {
  type: 'alert.raised',
  sentOn: { rule: 'matched' },
  isGathered: true,
  sent: z.object({
    ruleId: idSchema.meta({ description: 'The rule, or the escalation.' }),
    signal: signalSchema,
    escalation: z
      .object({ round: z.int().min(1), step: z.int().min(1), personId: idSchema.nullable() })
      .optional()
      .meta({ description: 'Which step of an escalation it is, and for whom.' }),
  }),
  example: { ruleId: 'rul_01jc8z', signal: exampleSignal },
} satisfies SentKind
