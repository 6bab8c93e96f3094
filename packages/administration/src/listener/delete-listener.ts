import { writeEvents } from '@signalpost/database/records'
import { deleteSchedule } from '@signalpost/database/searching'
import { defineOperation } from '../define-operation.ts'
import { listenerDocument, listenerReference } from './listener-document.ts'
import { auditedListener, getOwnedListener, listenerTarget } from './owned-listener.ts'

/** Throws RejectedError: `not_found`, and `conflict` for a listener of an outside sender. */
export const deleteListenerAct = defineOperation({
  name: 'listener.delete',
  summary: 'Delete a listener and what it has not delivered yet. Its signals stay.',
  demands: 'admin',
  input: listenerReference,
  http: { method: 'delete', path: '/listeners/{id}', errors: ['not_found', 'conflict'] },
  output: listenerDocument,
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
