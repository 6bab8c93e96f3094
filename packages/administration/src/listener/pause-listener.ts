import { setSchedulePaused } from '@signalpost/database/searching'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'
import { auditedListener, getOwnedListener, listenerTarget } from './owned-listener.ts'

const input = z.strictObject({ orgId: orgIdSchema, listenerId: z.string() })

/** Ends the runs of a listener until it is resumed. Throws RejectedError: `not_found`, `conflict`. */
export const pauseListenerAct = defineSwitch('listener.pause', true)

/** Lets a paused listener run again, at once. Throws RejectedError: `not_found`, `conflict`. */
export const resumeListenerAct = defineSwitch('listener.resume', false)

function defineSwitch(name: string, isPaused: boolean) {
  return defineAct({
    name,
    demands: 'admin',
    input,
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
