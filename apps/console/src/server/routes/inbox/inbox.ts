import { performAct } from '@signalpost/administration'
import { markInboxReadAct, markInboxWholeReadAct } from '@signalpost/administration/inbox'
import { type InboxEntry, listInbox as readInbox, readInboxState } from '@signalpost/database/dispatches'
import { inboxMessageSchema, instantSchema } from '@signalpost/domain'
import { pageOf, pageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams, workspaceParams } from '../workspace-params.ts'

const countedAtMost = 100

const cursorSchema = z.object({ isUnread: z.boolean(), rank: z.int(), messageId: z.string() })

const entrySchema = inboxMessageSchema.extend({
  messageId: z.string(),
  at: z.iso.datetime(),
  readAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When you read it; others read it for themselves.' }),
})

export const listInbox = defineRoute({
  operationId: 'listInbox',
  method: 'get',
  path: '/console/api/w/{orgId}/inbox',
  role: 'viewer',
  summary: 'Browse what arrived in your inbox: the unread first, of these the most urgent',
  params: workspaceParams,
  query: z.object(pageQuery),
  success: { status: 200, description: 'A page of your inbox.', schema: pageOf(entrySchema) },
  errors: [],
  handle: async ({ database, cursors }, { caller, params: { orgId }, query: { limit, cursor } }) => {
    const reader = { orgId, personId: caller.actor.id }
    const scope = { route: 'listInbox', orgId, filters: { personId: reader.personId } }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema)
    const { items, nextAfter } = await readInbox(database, reader, { limit, after })
    const nextCursor = nextAfter === undefined ? null : cursors.seal(scope, nextAfter)
    return { items: items.map(describeEntry), nextCursor }
  },
})

export const getInboxState = defineRoute({
  operationId: 'getInboxState',
  method: 'get',
  path: '/console/api/w/{orgId}/inbox/state',
  role: 'viewer',
  summary: 'Count what you have not read in your inbox',
  params: workspaceParams,
  query: noQuery,
  success: {
    status: 200,
    description: 'What a bell shows.',
    schema: z.object({
      unread: z.int().meta({ description: `Counted up to ${countedAtMost}.` }),
      latest: entrySchema.nullable().meta({ description: 'What arrived last, read or not.' }),
    }),
  },
  errors: [],
  handle: async ({ database }, { caller, params: { orgId } }) => {
    const reader = { orgId, personId: caller.actor.id }
    const { unread, latest } = await readInboxState(database, reader, { countedAtMost })
    return { unread, latest: latest === undefined ? null : describeEntry(latest) }
  },
})

export const markInboxRead = defineRoute({
  operationId: 'markInboxRead',
  method: 'post',
  path: '/console/api/w/{orgId}/inbox/{id}/read',
  role: 'viewer',
  summary: 'Mark one entry of your inbox as read',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({}),
  success: {
    status: 200,
    description: 'When you read it first.',
    schema: z.object({ readAt: z.iso.datetime() }),
  },
  errors: ['not_found'],
  handle: (services, { caller, params: { orgId, id: messageId } }) =>
    performAct(services, { caller, act: markInboxReadAct, input: { orgId, messageId } }),
})

export const markInboxWholeRead = defineRoute({
  operationId: 'markInboxWholeRead',
  method: 'post',
  path: '/console/api/w/{orgId}/inbox/read',
  role: 'viewer',
  summary: 'Mark all that arrived in your inbox until a moment as read',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({ until: instantSchema }),
  success: {
    status: 200,
    description: 'How many entries were unread.',
    schema: z.object({ marked: z.int() }),
  },
  errors: [],
  handle: (services, { caller, params: { orgId }, body: { until } }) =>
    performAct(services, { caller, act: markInboxWholeReadAct, input: { orgId, until } }),
})

function describeEntry({ messageId, createdAt, readAt, message }: InboxEntry): z.infer<typeof entrySchema> {
  return {
    ...{ ...message, messageId, at: createdAt.toISOString() },
    readAt: readAt === null ? null : readAt.toISOString(),
  }
}
