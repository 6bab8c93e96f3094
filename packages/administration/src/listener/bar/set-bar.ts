import { setScheduleBar } from '@signalpost/database/searching'
import { z } from 'zod'
import { changeBetween } from '../../change-between.ts'
import { defineOperation } from '../../define-operation.ts'
import { listenerReference } from '../listener-document.ts'
import { auditedListener, getOwnedListener, listenerTarget } from '../owned-listener.ts'
import { barDocument } from './bar-document.ts'
import { readListenerBar } from './read-bar.ts'

/** Throws RejectedError: `not_found`, and `conflict` for a listener of an outside sender. */
export const setListenerBarAct = defineOperation({
  name: 'listener.set_bar',
  summary: 'Set the score from which on finds of a listener become signals, or let it move by itself again.',
  demands: 'admin',
  input: listenerReference.extend({
    bar: z.int().min(0).max(100).nullable().meta({ description: 'Null for a bar that moves by itself.' }),
  }),
  http: {
    ...{ method: 'post', path: '/listeners/{id}/bar', errors: ['not_found', 'conflict'] },
    operationId: 'setListenerBar',
  },
  output: barDocument,
  example: { bar: 46 },
  around: async ({ services, input: { bar, ...reference } }, commit) => {
    await commit(async (transaction) => {
      const before = await getOwnedListener(transaction, reference)
      await setScheduleBar(transaction, { ...reference, bar })
      const after = await getOwnedListener(transaction, reference)
      const states = { before: auditedListener(before), after: auditedListener(after) }
      return { result: undefined, change: changeBetween({ ...listenerTarget(reference), ...states }) }
    })
    // Finds and verdicts are read without the lock on the listener.
    return readListenerBar(services, reference)
  },
})
