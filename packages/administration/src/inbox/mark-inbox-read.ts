import { markInboxRead, markInboxWholeRead } from '@signalpost/database/dispatches'
import { idSchema, instantSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'

/** Marks one entry in the inbox of the caller as read. Returns when it was. Throws RejectedError `not_found`. */
export const markInboxReadAct = defineAct({
  name: 'inbox.read',
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema, messageId: idSchema }),
  run: async ({ transaction, services, caller, input: { orgId, messageId } }) => {
    const nowMs = services.nowMs()
    const readAt = await markInboxRead(transaction, { orgId, personId: caller.actor.id, messageId, nowMs })
    const result = { readAt: readAt.toISOString() }
    if (readAt.getTime() !== nowMs) return { result }
    const target = { type: 'message', id: messageId }
    return { result, change: { orgId, target, before: { readAt: null }, after: result } }
  },
})

/** Marks all that the caller got until a moment as read. Returns how many entries. */
export const markInboxWholeReadAct = defineAct({
  name: 'inbox.read_all',
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema, until: instantSchema }),
  run: async ({ transaction, services, caller, input: { orgId, until } }) => {
    const reader = { orgId, personId: caller.actor.id, until: new Date(until), nowMs: services.nowMs() }
    const marked = await markInboxWholeRead(transaction, reader)
    if (marked === 0) return { result: { marked } }
    const target = { type: 'workspace', id: orgId }
    return { result: { marked }, change: { orgId, target, before: {}, after: { marked, until } } }
  },
})
