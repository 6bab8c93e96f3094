import type { DatabaseTransaction } from '@signalpost/database'
import {
  findWeights,
  type ListenerReference,
  resetWeights,
  setWeightsFrozen,
} from '@signalpost/database/searching'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineChoice, defineCommandAct } from '../define-operation.ts'
import { listenerReference } from './listener-document.ts'
import { getOwnedListener, listenerTarget } from './owned-listener.ts'
import { readWeights, weightsDocument } from './read-weights.ts'

/** Throws RejectedError: `not_found`, `conflict`. */
export const freezeWeightsAct = defineWeightsAct({
  name: 'listener.freeze_weights',
  summary: 'Keep what a listener learned as it is.',
  work: (transaction, listener) => setWeightsFrozen(transaction, { ...listener, isFrozen: true }),
})

/** Throws RejectedError: `not_found`, `conflict`. */
export const thawWeightsAct = defineWeightsAct({
  name: 'listener.thaw_weights',
  summary: 'Let a listener learn from verdicts again.',
  work: (transaction, listener) => setWeightsFrozen(transaction, { ...listener, isFrozen: false }),
})

/** Throws RejectedError: `not_found`, `conflict`. */
export const resetWeightsAct = defineWeightsAct({
  name: 'listener.reset_weights',
  summary: 'Forget what a listener learned from the verdicts given until now.',
  work: resetWeights,
})

const acts = { freeze: freezeWeightsAct, unfreeze: thawWeightsAct, reset: resetWeightsAct }

export const changeWeightsChoice = defineChoice({
  name: 'listener.change_weights',
  summary: 'Freeze, unfreeze or forget what a listener learned.',
  demands: 'admin',
  input: listenerReference.extend({ change: z.enum(['freeze', 'unfreeze', 'reset']) }),
  http: {
    ...{ method: 'post', path: '/listeners/{id}/weights', errors: ['not_found', 'conflict'] },
    operationId: 'changeListenerWeights',
  },
  output: { ...weightsDocument, description: 'What it knows now.' },
  example: { change: 'freeze' },
  choose: ({ change }) => acts[change],
})

type WeightsAct<Name> = {
  name: Name
  summary: string
  work: (transaction: DatabaseTransaction, listener: ListenerReference) => Promise<void>
}

function defineWeightsAct<const Name extends string>({ work, ...shown }: WeightsAct<Name>) {
  return defineCommandAct({
    ...shown,
    demands: 'admin',
    input: listenerReference,
    around: async ({ services, input: reference }, commit) => {
      await commit(async (transaction) => {
        await getOwnedListener(transaction, reference)
        const before = await readStored(transaction, reference)
        await work(transaction, reference)
        const after = await readStored(transaction, reference)
        return { result: undefined, change: changeBetween({ ...listenerTarget(reference), before, after }) }
      })
      // Verdicts are read and fitted without the lock on the listener.
      return readWeights(services, reference)
    },
  })
}

/** What the last run stored, as the audit log shows it. */
async function readStored(transaction: DatabaseTransaction, listener: ListenerReference) {
  const nothing = { verdicts: 0, refittedAt: null, isFrozen: false, forgottenAt: null }
  const { verdicts, refittedAt, isFrozen, forgottenAt } =
    (await findWeights(transaction, listener)) ?? nothing
  return { verdicts, refittedAt, isFrozen, forgottenAt }
}
