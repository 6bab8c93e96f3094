import { findSignal } from '@signalpost/database/records'
import { findFindOfSignal } from '@signalpost/database/searching'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { type Component, chanceOfGood, type FindFeatures } from '@signalpost/judge'
import { readLearned } from '@signalpost/searching'
import { z } from 'zod'
import { defineDocument } from '../../define-operation.ts'
import { componentsSchema } from '../run/run-document.ts'

/** The rubric that scores finds. */
const scoreVersion = 3

/** Throws RejectedError `not_found` for a signal that the workspace does not have. */
export const explainScoreRead = defineDocument({
  name: 'signal.explain',
  summary: 'Explain the score of a signal that a listener found, point by point.',
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema, signalId: z.string() }),
  http: {
    ...{ method: 'get', path: '/signals/{id}/score', errors: ['not_found'] },
    operationId: 'explainScore',
  },
  read: async ({ services, input: { orgId, signalId } }) => {
    const { database } = services
    const signal = await findSignal(database, { orgId, signalId })
    const find = await findFindOfSignal(database, { orgId, signalId })
    if (find === undefined) {
      if (signal === undefined) throw new RejectedError('not_found', 'There is no such signal.')
      return null
    }
    const { listenerId, score: relevanceScore } = find
    const { weights } = await readLearned(services, { orgId, listenerId })
    // The casts: the judge made both.
    const components = find.components as Component[]
    const features = find.features as FindFeatures | null
    const goodChance = weights.verdicts === 0 || features === null ? null : chanceOfGood(weights, features)
    const rerankScore = signal?.rerankScore ?? null
    return { signalId, listenerId, relevanceScore, scoreVersion, components, goodChance, rerankScore }
  },
  output: {
    description: 'The explanation; null for a signal that an outside sender found.',
    schema: z.object({
      explanation: z
        .object({
          signalId: z.string(),
          listenerId: z.string(),
          relevanceScore: z.number().nullable(),
          scoreVersion: z.int().meta({ description: 'The rubric that scores finds.' }),
          components: componentsSchema,
          goodChance: z
            .number()
            .nullable()
            .meta({ description: 'By what the listener learned, from 0 to 1.' }),
          rerankScore: z
            .number()
            .nullable()
            .meta({ description: 'What the rerank model said of a post without a keyword.' }),
        })
        .nullable(),
    }),
    of: (explanation) => ({ explanation }),
  },
})
