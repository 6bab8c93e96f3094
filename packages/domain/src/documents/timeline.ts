import { z } from 'zod'
import { idSchema } from '../input/text.ts'
import { instantSchema } from '../instant.ts'

/** What can happen to a signal, in the order in which it usually does. */
export const timelineStages = [
  'received',
  'stored',
  'merged',
  'register',
  'evaluated',
  'attempt',
  'edited',
  'webhook',
  'escalated',
  'synced',
  'erased',
] as const

const stageSchema = z.enum(timelineStages)

const stepSchema = z.object({
  stage: stageSchema,
  at: instantSchema,
  summary: z
    .string()
    .meta({ description: 'One sentence, with names in place of ids, and without text of senders.' }),
  ref: z
    .object({
      type: z.enum(['source', 'channel', 'delivery', 'rule', 'warehouse', 'signal']),
      id: z.string(),
    })
    .meta({ description: 'Where the proof is.' }),
  detail: z
    .record(z.string(), z.unknown())
    .meta({ description: 'Facts by stage. They may contain text of senders and receivers.' }),
})

const gapSchema = z.object({
  stage: stageSchema,
  reason: z.string().meta({ description: 'Why the stage did not happen, or what is left out of it.' }),
})

/** What happened to one signal, step by step. Every stage has a step or a gap; some have both. */
export const timelineSchema = z
  .object({
    signalId: idSchema,
    steps: z.array(stepSchema).meta({ description: 'By time.' }),
    gaps: z.array(gapSchema),
  })
  .meta({ id: 'Timeline' })

export type TimelineStage = z.infer<typeof stageSchema>
export type TimelineStep = z.infer<typeof stepSchema>
export type TimelineGap = z.infer<typeof gapSchema>
export type Timeline = z.infer<typeof timelineSchema>

/** The timeline in the examples of documents. */
export const exampleTimeline: Timeline = {
  signalId: 'sig_8d1f',
  steps: [
    {
      stage: 'received',
      at: '2026-11-20T09:04:12.123Z',
      summary: 'Source "CRM" sent a request with 1 event about the signal, which secret 1 verified.',
      ref: { type: 'source', id: 'src_01jd4q8z7e' },
      detail: { requestId: 'dlv_01jd4q8z7f', scheme: 'service-v1', secretId: '1', bytes: 1204 },
    },
    {
      stage: 'stored',
      at: '2026-11-20T09:04:12.131Z',
      summary: 'Delivery dlv_01jd4q8z7f was stored and applied.',
      ref: { type: 'delivery', id: 'dlv_01jd4q8z7f' },
      detail: { type: 'signal.created', status: 'applied' },
    },
  ],
  gaps: [
    { stage: 'synced', reason: 'no warehouse' },
    { stage: 'erased', reason: 'not erased' },
  ],
}
