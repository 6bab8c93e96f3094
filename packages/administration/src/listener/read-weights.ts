import type { Database } from '@signalpost/database'
import { findListener } from '@signalpost/database/records'
import { findWeights, type ListenerReference } from '@signalpost/database/searching'
import { type KeywordVerdicts, keywordVerdictsOf } from '@signalpost/judge'
import { readLearned } from '@signalpost/searching'
import { z } from 'zod'
import { defineDocument } from '../define-operation.ts'
import { textOf } from '../text-of.ts'
import { listenerReference } from './listener-document.ts'
import { missingListener } from './owned-listener.ts'

/** What verdicts taught a listener. */
export type LearnedWeights = {
  /** How many finds have one that counts, now. */
  verdicts: number
  bad: number
  /** Whether they move scores: a few are too few, and verdicts that follow nothing that is seen do not. */
  isLearned: boolean
  isFrozen: boolean
  refittedAt: Date | null
  /** Verdicts given until then count no longer. */
  forgottenAt: Date | null
  keywords: KeywordVerdicts[]
  weights: unknown
}

/** Reads them by all verdicts given until now. */
export async function readWeights(
  { database, nowMs }: { database: Database; nowMs: () => number },
  reference: ListenerReference,
): Promise<LearnedWeights> {
  const { weights, lessons, isFrozen } = await readLearned({ database, nowMs }, reference)
  const { refittedAt = null, forgottenAt = null } = (await findWeights(database, reference)) ?? {}
  return {
    ...{ verdicts: lessons.length, bad: lessons.filter(({ isGood }) => !isGood).length },
    ...{ isLearned: weights.verdicts > 0, isFrozen, refittedAt, forgottenAt, weights },
    keywords: keywordVerdictsOf(lessons, weights),
  }
}

export const keywordVerdictsSchema = z.object({
  keyword: z.string(),
  points: z.number(),
  good: z.number(),
  bad: z.number(),
  alone: z.number().meta({ description: 'How many of these have no other keyword.' }),
})

export const weightsDocument = {
  description: 'What it learned.',
  schema: z.object({
    verdicts: z.number().meta({ description: 'How many of its signals have a verdict, of the newest 500.' }),
    bad: z.number(),
    isLearned: z.boolean().meta({ description: 'Whether they move scores.' }),
    isFrozen: z.boolean(),
    refittedAt: z.iso.datetime().nullable().meta({ description: 'When a run last stored what it learned.' }),
    forgottenAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Verdicts given until then count no longer. Null if it never forgot any.' }),
    keywords: z.array(keywordVerdictsSchema),
    weights: z.unknown().meta({ description: 'By which finds are scored, as the judge has them.' }),
  }),
  of: ({ refittedAt, forgottenAt, ...learned }: LearnedWeights) => ({
    ...{ ...learned, refittedAt: textOf(refittedAt), forgottenAt: textOf(forgottenAt) },
  }),
}

/** Throws RejectedError `not_found`. */
export const getWeightsRead = defineDocument({
  name: 'listener.weights',
  summary: 'Show what a listener learned from verdicts.',
  demands: 'viewer',
  input: listenerReference,
  http: {
    ...{ method: 'get', path: '/listeners/{id}/weights', errors: ['not_found'] },
    operationId: 'getListenerWeights',
  },
  output: weightsDocument,
  read: async ({ services, input: reference }) => {
    if ((await findListener(services.database, reference)) === undefined) throw missingListener()
    return readWeights(services, reference)
  },
})
