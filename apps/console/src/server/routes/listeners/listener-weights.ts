import { performAct } from '@signalpost/administration'
import {
  freezeWeightsAct,
  type LearnedWeights,
  readWeights,
  resetWeightsAct,
  thawWeightsAct,
} from '@signalpost/administration/listener'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { checkListener } from './check-listener.ts'

const schema = z.object({
  verdicts: z.number().meta({ description: 'How many of its signals have a verdict, of the newest 500.' }),
  bad: z.number(),
  isLearned: z.boolean().meta({ description: 'Whether they move scores.' }),
  isFrozen: z.boolean(),
  refittedAt: z.iso.datetime().nullable().meta({ description: 'When a run last stored what it learned.' }),
  keywords: z.array(
    z.object({
      keyword: z.string(),
      points: z.number(),
      good: z.number(),
      bad: z.number(),
      alone: z.number().meta({ description: 'How many of these have no other keyword.' }),
    }),
  ),
})
const acts = { freeze: freezeWeightsAct, unfreeze: thawWeightsAct, reset: resetWeightsAct }

export const getListenerWeights = defineRoute({
  operationId: 'getListenerWeights',
  method: 'get',
  path: '/console/api/w/{orgId}/listeners/{id}/weights',
  role: 'viewer',
  summary: 'See what a listener learned from verdicts',
  params: recordParams,
  query: noQuery,
  success: { status: 200, description: 'What it learned.', schema },
  errors: ['not_found'],
  handle: async (services, { params: { orgId, id: listenerId } }) => {
    await checkListener(services.database, { orgId, listenerId })
    return describe(await readWeights(services, { orgId, listenerId }))
  },
})

export const changeListenerWeights = defineRoute({
  operationId: 'changeListenerWeights',
  method: 'post',
  path: '/console/api/w/{orgId}/listeners/{id}/weights',
  role: 'admin',
  summary: 'Freeze, unfreeze or forget what a listener learned',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({ change: z.enum(['freeze', 'unfreeze', 'reset']) }),
  success: { status: 200, description: 'What it knows now.', schema },
  errors: ['not_found', 'conflict'],
  handle: async (services, { caller, params: { orgId, id: listenerId }, body: { change } }) => {
    const input = { orgId, listenerId }
    await performAct(services, { caller, act: acts[change], input })
    return describe(await readWeights(services, input))
  },
})

function describe({ refittedAt, weights: _weights, ...learned }: LearnedWeights) {
  return { ...learned, refittedAt: refittedAt?.toISOString() ?? null }
}
