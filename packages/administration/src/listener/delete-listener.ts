import { writeEvents } from '@signalpost/database/records'
import { deleteSchedule } from '@signalpost/database/searching'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { auditedListener, getOwnedListener, listenerTarget } from './owned-listener.ts'

const input = z.strictObject({ orgId: orgIdSchema, listenerId: z.string() })

/**
 * Deletes a listener with what it has not delivered yet; its signals stay. Throws RejectedError: `not_found`, and
 * `conflict` for a listener of an outside sender.
 */
export const deleteListenerAct = defineAct({
  name: 'listener.delete',
  demands: 'admin',
  input,
  run: async ({ transaction, services, input: { orgId, listenerId } }) => {
    const reference = { orgId, listenerId }
    const before = await getOwnedListener(transaction, reference)
    const type = 'listener.deleted'
    const event = { orgId, idPrefix: 'svc_' as const, type, dataAt: () => ({ listenerId }) }
    await writeEvents(transaction, [event], { nowMs: services.nowMs() })
    await deleteSchedule(transaction, reference)
    const states = { before: auditedListener(before), after: null }
    return { result: before, change: { ...listenerTarget(reference), ...states } }
  },
})
