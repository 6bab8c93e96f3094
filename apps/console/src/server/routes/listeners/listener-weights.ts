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
  verdicts: z.number().meta({ description: 'From how many verdicts it learned.' }),
  refittedAt: z.iso.datetime().nullable(),
  isFrozen: z.boolean(),
  keywords: z.array(z.object({ keyword: z.string(), points: z.number() })),
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
  handle: async ({ database }, { params: { orgId, id: listenerId } }) => {
    await checkListener(database, { orgId, listenerId })
    return describe(await readWeights(database, { orgId, listenerId }))
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
    return describe(await readWeights(services.database, input))
  },
})

function describe({ verdicts, refittedAt, isFrozen, keywords }: LearnedWeights) {
  return { verdicts, refittedAt: refittedAt?.toISOString() ?? null, isFrozen, keywords }
}
