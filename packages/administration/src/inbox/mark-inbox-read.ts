import { markInboxRead, markInboxWholeRead } from '@signalpost/database/dispatches'
import { idSchema, instantSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineOperation } from '../define-operation.ts'

/** Marks one entry in the inbox of the caller as read. Returns when it was. Throws RejectedError `not_found`. */
export const markInboxReadAct = defineOperation({
  name: 'inbox.read',
  summary: 'Mark one entry of your inbox as read.',
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema, messageId: idSchema }),
  http: {
    ...{ method: 'post', path: '/inbox/{messageId}/read', errors: ['not_found'] },
    operationId: 'markInboxRead',
  },
  run: async ({ transaction, services, caller, input: { orgId, messageId } }) => {
    const reader = { orgId, personId: caller.actor.id, nowMs: services.nowMs() }
    const { readAt, wasUnread } = await markInboxRead(transaction, { ...reader, messageId })
    const result = { readAt: readAt.toISOString() }
    if (!wasUnread) return { result }
    const target = { type: 'message', id: messageId }
    return { result, change: { orgId, target, before: { readAt: null }, after: result } }
  },
  output: {
    description: 'When you read it first.',
    schema: z.object({ readAt: z.iso.datetime() }),
    of: (result) => result,
  },
})

/** Marks all that the caller got until a moment as read. Returns how many entries. */
export const markInboxWholeReadAct = defineOperation({
  name: 'inbox.read_all',
  summary: 'Mark all that arrived in your inbox until a moment as read.',
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema, until: instantSchema }),
  http: { method: 'post', path: '/inbox/read', errors: [], operationId: 'markInboxWholeRead' },
  run: async ({ transaction, services, caller, input: { orgId, until } }) => {
    const reader = { orgId, personId: caller.actor.id, until: new Date(until), nowMs: services.nowMs() }
    const marked = await markInboxWholeRead(transaction, reader)
    if (marked === 0) return { result: { marked } }
    const target = { type: 'workspace', id: orgId }
    return { result: { marked }, change: { orgId, target, before: {}, after: { marked, until } } }
  },
  output: {
    description: 'How many entries were unread.',
    schema: z.object({ marked: z.int() }),
    of: (result) => result,
  },
})
