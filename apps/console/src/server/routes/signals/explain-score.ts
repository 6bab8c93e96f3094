import { explainFind } from '@signalpost/administration/listener'
import { findSignal } from '@signalpost/database/records'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { componentsSchema } from '../listeners/listener-schema.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

export const explainScore = defineRoute({
  operationId: 'explainScore',
  method: 'get',
  path: '/console/api/w/{orgId}/signals/{id}/score',
  role: 'viewer',
  summary: 'See why a listener of this installation kept a signal, point by point',
  params: recordParams,
  query: noQuery,
  success: {
    status: 200,
    description: 'The explanation; null for a signal that an outside sender found.',
    schema: z.object({
      explanation: z
        .object({
          listenerId: z.string(),
          relevanceScore: z.number().nullable(),
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
  },
  errors: ['not_found'],
  handle: async (services, { params: { orgId, id: signalId } }) => {
    if ((await findSignal(services.database, { orgId, signalId })) === undefined) {
      throw new RejectedError('not_found', 'There is no such signal.')
    }
    const found = await explainFind(services, { orgId, signalId })
    if (found === undefined) return { explanation: null }
    const { listenerId, relevanceScore, components, goodChance, rerankScore } = found
    return { explanation: { listenerId, relevanceScore, components, goodChance, rerankScore } }
  },
})
