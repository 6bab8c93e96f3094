import type { Database } from '@signalpost/database'
import {
  findMessage,
  listMessages as queryMessages,
  type StoredMessage,
} from '@signalpost/database/dispatches'
import { findSignalsOf } from '@signalpost/database/records'
import { idSchema, RejectedError } from '@signalpost/domain'
import { pageOf, pageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams, workspaceParams } from '../workspace-params.ts'

const moment = z.iso.datetime().nullable()

const messageSchema = z.object({
  messageId: z.string(),
  channelId: z.string(),
  channelName: z.string(),
  channelKind: z.string(),
  kind: z.enum(['instant', 'digest', 'event', 'test', 'notice', 'follow_up']),
  signalId: z.string().nullable(),
  signalTitle: z.string().nullable().meta({ description: 'Null where there is no such signal now.' }),
  eventId: z.string().nullable(),
  eventType: z.string().nullable(),
  recipient: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  nextAt: moment.meta({ description: 'Null if nothing more is sent.' }),
  settledAt: moment,
})

const exchangeSchema = messageSchema.extend({
  request: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'The last request, without secrets; null before the first try.' }),
  attempts: z.array(
    z.object({
      number: z.int(),
      at: z.iso.datetime(),
      outcome: z.string(),
      httpStatus: z.int().nullable(),
      code: z.string().nullable(),
      durationMs: z.int().nullable(),
      answer: z.string().nullable(),
    }),
  ),
})

const cursorSchema = z.object({ after: z.string() })

export const listMessages = defineRoute({
  operationId: 'listMessages',
  method: 'get',
  path: '/console/api/w/{orgId}/messages',
  role: 'viewer',
  summary: 'Browse what was sent or will be, the newest first: the messages of 30 days',
  params: workspaceParams,
  query: z.object({
    ...pageQuery,
    channel: idSchema.optional(),
    event: idSchema.optional().meta({ description: 'An event, by the id that the receiver got.' }),
  }),
  success: { status: 200, description: 'A page of messages.', schema: pageOf(messageSchema) },
  errors: [],
  handle: async ({ database, cursors }, { params: { orgId }, query: { limit, cursor, ...filters } }) => {
    const scope = { route: 'listMessages', orgId, filters }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    const filter = { orgId, channelId: filters.channel, eventId: filters.event }
    const { items, nextAfter } = await queryMessages(database, filter, { limit, after })
    const nextCursor = nextAfter === undefined ? null : cursors.seal(scope, { after: nextAfter })
    return { items: await describeAll(database, orgId, items), nextCursor }
  },
})

export const getMessage = defineRoute({
  operationId: 'getMessage',
  method: 'get',
  path: '/console/api/w/{orgId}/messages/{id}',
  role: 'viewer',
  summary: 'See a message: its last request, and what the other side answered to each try',
  params: recordParams,
  query: noQuery,
  success: { status: 200, description: 'The message.', schema: exchangeSchema },
  errors: ['not_found'],
  handle: async ({ database }, { params: { orgId, id: messageId } }) => {
    const found = await findMessage(database, { orgId, messageId })
    if (found === undefined) throw new RejectedError('not_found', 'There is no such message.')
    const { request, attempts, ...message } = found
    const [described] = await describeAll(database, orgId, [message])
    if (described === undefined) throw new Error('A message was not described.')
    return { ...described, request, attempts }
  },
})

type Described = z.infer<typeof messageSchema>

async function describeAll(
  database: Database,
  orgId: string,
  messages: readonly Omit<StoredMessage, 'attempts'>[],
): Promise<Described[]> {
  const signalIds = messages.map(({ signalId }) => signalId).filter((signalId) => signalId !== null)
  const signals = await findSignalsOf(database, { orgId, signalIds })
  const titles = new Map(signals.map(({ id, title }) => [id, title]))
  return messages.map((message) => ({
    ...messageSchema
      .omit({ signalTitle: true, createdAt: true, nextAt: true, settledAt: true })
      .parse(message),
    signalTitle: titles.get(message.signalId ?? '') ?? null,
    createdAt: message.createdAt.toISOString(),
    nextAt: message.nextAt?.toISOString() ?? null,
    settledAt: message.settledAt?.toISOString() ?? null,
  }))
}
