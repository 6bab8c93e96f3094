import { z } from 'zod'
import { verdicts } from '../documents/vocabulary.ts'
import { instantSchema } from '../instant.ts'
import { column, oneOf } from '../warehouse/column.ts'
import { defineRegister } from './define-register.ts'

const value = z.object({ verdict: z.enum(verdicts), at: instantSchema })

export type Feedback = z.infer<typeof value>

export const feedback = defineRegister({
  name: 'feedback',
  value,
  wins: 'latest',
  isNullable: true,
  takenAs: 'verdict',
  momentOf: ({ at }) => at,
  event: {
    type: 'signal.feedback',
    example: { feedback: { verdict: 'good', at: '2026-11-20T09:21:00.000Z' } },
    saysBy: true,
  },
  column: {
    name: 'verdict',
    type: 'text',
    member: 'verdict',
    filter: {
      by: 'choice',
      name: 'verdict',
      description: '`none` for signals without a verdict.',
      choices: verdicts,
    },
  },
  warehouseVersion: 1,
  warehouseColumns: [
    column('feedback_verdict', 'enum', `The verdict of a person: ${oneOf(verdicts)}.`, 'feedback.verdict'),
    column('feedback_at', 'instant', 'When the verdict was given.', 'feedback.at'),
  ],
})
