import { findSignal } from '@signalpost/database/records'
import { findFindOfSignal, findWeights } from '@signalpost/database/searching'
import { RejectedError } from '@signalpost/domain'
import { chanceOfGood, type FindFeatures, type ListenerWeights } from '@signalpost/judge'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'
import { componentsTable } from './describe-run.ts'

/** The rubric that scores finds. */
const scoreVersion = 3

const componentsSchema = z.array(
  z.object({
    name: z.string(),
    points: z.number(),
    cap: z.number(),
    reasons: z.array(z.object({ text: z.string(), points: z.number(), quote: z.string().optional() })),
  }),
)

export const listenerExplain = defineCommand({
  path: 'listener explain',
  summary: 'Explain the score of a signal that a listener found, point by point.',
  parameters: { signalId: required('<id>', 'the signal'), workspace: workspaceParameter },
  run: async ({ database }, { signalId, workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const find = await findFindOfSignal(database, { orgId, signalId })
    if (find === undefined) {
      const isKnown = (await findSignal(database, { orgId, signalId })) !== undefined
      throw new RejectedError(
        'not_found',
        isKnown ? 'No listener of this installation found this signal.' : 'There is no such signal.',
      )
    }
    const components = componentsSchema.parse(find.components)
    const { listenerId, score: relevanceScore } = find
    const learned = await findWeights(database, { orgId, listenerId })
    // The casts: the judge made both.
    const weights = (learned?.weights ?? null) as ListenerWeights | null
    const features = find.features as FindFeatures | null
    const goodChance = weights === null || features === null ? null : chanceOfGood(weights, features)
    return {
      json: { signalId, listenerId, relevanceScore, scoreVersion, components, goodChance },
      text: [
        record({
          ...{ signal: signalId, listener: listenerId, score: relevanceScore },
          ...(goodChance !== null && { 'good by now': `${Math.round(goodChance * 100)} %` }),
        }),
        '',
        componentsTable(components),
      ].join('\n'),
    }
  },
})
