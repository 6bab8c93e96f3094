import type { DatabaseTransaction } from '@signalpost/database'
import {
  findWeights,
  type ListenerReference,
  resetWeights,
  setWeightsFrozen,
} from '@signalpost/database/searching'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'
import { getOwnedListener, listenerTarget } from './owned-listener.ts'

const input = z.strictObject({ orgId: orgIdSchema, listenerId: z.string() })

/** Keeps what a listener learned as it is. Throws RejectedError: `not_found`, `conflict`. */
export const freezeWeightsAct = defineWeightsAct('listener.freeze_weights', (transaction, listener) =>
  setWeightsFrozen(transaction, { ...listener, isFrozen: true }),
)

/** Lets a listener learn from verdicts again. Throws RejectedError: `not_found`, `conflict`. */
export const thawWeightsAct = defineWeightsAct('listener.thaw_weights', (transaction, listener) =>
  setWeightsFrozen(transaction, { ...listener, isFrozen: false }),
)

/** Forgets what a listener learned. Throws RejectedError: `not_found`, `conflict`. */
export const resetWeightsAct = defineWeightsAct('listener.reset_weights', resetWeights)

type Work = (transaction: DatabaseTransaction, listener: ListenerReference) => Promise<void>

function defineWeightsAct(name: string, work: Work) {
  return defineAct({
    name,
    demands: 'admin',
    input,
    run: async ({ transaction, input: reference }) => {
      await getOwnedListener(transaction, reference)
      const before = await readWeights(transaction, reference)
      await work(transaction, reference)
      const after = await readWeights(transaction, reference)
      const states = { before: auditedWeights(before), after: auditedWeights(after) }
      return { result: after, change: changeBetween({ ...listenerTarget(reference), ...states }) }
    },
  })
}

type Weights = Awaited<ReturnType<typeof readWeights>>

async function readWeights(transaction: DatabaseTransaction, listener: ListenerReference) {
  const nothing = { weights: null, verdicts: 0, refittedAt: null, isFrozen: false }
  return (await findWeights(transaction, listener)) ?? nothing
}

function auditedWeights({ verdicts, refittedAt, isFrozen }: Weights) {
  return { verdicts, refittedAt, isFrozen }
}
