import { type InboxEntry, listInbox, readInboxState } from '@signalpost/database/dispatches'
import { inboxMessageSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineDocument, defineDocuments } from '../define-operation.ts'
import { textOf } from '../text-of.ts'

const countedAtMost = 100

const input = z.strictObject({ orgId: orgIdSchema })

const entrySchema = inboxMessageSchema.extend({
  messageId: z.string(),
  at: z.iso.datetime(),
  readAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When you read it; others read it for themselves.' }),
})

export const listInboxRead = defineDocuments({
  name: 'inbox.list',
  summary: 'Browse what arrived in your inbox: the unread first, of these the most urgent.',
  demands: 'viewer',
  input,
  http: { method: 'get', path: '/inbox', errors: [], operationId: 'listInbox' },
  output: { description: 'A page of your inbox.', schema: entrySchema, of: describeEntry },
  cursor: z.object({ isUnread: z.boolean(), rank: z.int(), messageId: z.string() }),
  readPage: ({ services: { database }, caller, input: { orgId } }, page) =>
    listInbox(database, { orgId, personId: caller.actor.id }, page),
})

export const getInboxStateRead = defineDocument({
  name: 'inbox.state',
  summary: 'Count what you have not read in your inbox.',
  demands: 'viewer',
  input,
  http: { method: 'get', path: '/inbox/state', errors: [], operationId: 'getInboxState' },
  read: ({ services: { database }, caller, input: { orgId } }) =>
    readInboxState(database, { orgId, personId: caller.actor.id }, { countedAtMost }),
  output: {
    description: 'What a bell shows.',
    schema: z.object({
      unread: z.int().meta({ description: `Counted up to ${countedAtMost}.` }),
      latest: entrySchema.nullable().meta({ description: 'What arrived last, read or not.' }),
    }),
    of: ({ unread, latest }) => ({ unread, latest: latest === undefined ? null : describeEntry(latest) }),
  },
})

function describeEntry({ messageId, createdAt, readAt, message }: InboxEntry): z.input<typeof entrySchema> {
  return { ...message, messageId, at: createdAt.toISOString(), readAt: textOf(readAt) }
}
