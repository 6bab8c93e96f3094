import { setSchedulePaused } from '@signalpost/database/searching'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineChoice, defineCommandAct } from '../define-operation.ts'
import { listenerDocument, listenerReference } from './listener-document.ts'
import { auditedListener, getOwnedListener, listenerTarget } from './owned-listener.ts'

/** Ends the runs of a listener until it is resumed. Throws RejectedError: `not_found`, `conflict`. */
export const pauseListenerAct = defineSwitch({
  name: 'listener.pause',
  summary: 'Pause a listener.',
  isPaused: true,
})

/** Throws RejectedError: `not_found`, `conflict`. */
export const resumeListenerAct = defineSwitch({
  name: 'listener.resume',
  summary: 'Resume a paused listener where it left off. It is due at once.',
  isPaused: false,
})

export const switchListenerChoice = defineChoice({
  name: 'listener.switch',
  summary: 'Pause a listener, or let it run again.',
  demands: 'admin',
  input: listenerReference.extend({ paused: z.boolean() }),
  http: { method: 'post', path: '/listeners/{id}/switch', errors: ['not_found', 'conflict'] },
  output: listenerDocument,
  example: { paused: true },
  choose: ({ paused }) => (paused ? pauseListenerAct : resumeListenerAct),
})

function defineSwitch<const Name extends string>({
  isPaused,
  ...shown
}: {
  name: Name
  summary: string
  isPaused: boolean
}) {
  return defineCommandAct({
    ...shown,
    demands: 'admin',
    input: listenerReference,
    run: async ({ transaction, input: reference }) => {
      const before = await getOwnedListener(transaction, reference)
      if (before.schedule.isPaused === isPaused) return { result: before }
      await setSchedulePaused(transaction, { ...reference, isPaused })
      const after = await getOwnedListener(transaction, reference)
      const states = { before: auditedListener(before), after: auditedListener(after) }
      return { result: after, change: changeBetween({ ...listenerTarget(reference), ...states }) }
    },
  })
}
