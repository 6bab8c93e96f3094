import type { TenOfScores } from '@signalpost/database/searching'
import type { BarAdvice } from '@signalpost/judge'
import { z } from 'zod'

/** What a listener keeps and drops by score, where its verdicts are, and which bar would divide them better. */
export type ListenerBar = {
  listenerId: string
  bar: number
  /** Whether a person chose it; otherwise it moves by itself. */
  isChosen: boolean
  tens: (TenOfScores & { good: number; bad: number })[]
  advice: BarAdvice
}

const keptSchema = z.object({ bar: z.int(), good: z.int(), bad: z.int() })

export const barDocument = {
  description: 'The scores of its newest 2,000 finds and of its newest 500 verdicts.',
  schema: z.object({
    listenerId: z.string(),
    bar: z.int().meta({ description: 'The score from which on finds become signals.' }),
    isChosen: z.boolean().meta({ description: 'Whether a person chose it; otherwise it moves by itself.' }),
    tens: z
      .array(
        z.object({
          from: z.int().meta({ description: 'The lowest score of the ten. The last goes up to 100.' }),
          kept: z.int(),
          dropped: z.int(),
          good: z.int(),
          bad: z.int(),
        }),
      )
      .length(10),
    advice: z.object({
      good: z.int(),
      bad: z.int(),
      now: keptSchema.meta({ description: 'What the bar would have kept of the good and the bad ones.' }),
      missing: z
        .object({ good: z.int(), bad: z.int() })
        .meta({ description: 'How many verdicts a proposal needs besides.' }),
      proposal: keptSchema.nullable().meta({ description: 'Null where no other bar divides them better.' }),
    }),
  }),
  of: (bar: ListenerBar) => bar,
}
