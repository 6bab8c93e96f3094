import type { Database } from '@signalpost/database'
import {
  findMessage,
  findStep,
  listMessages,
  type MessageExchange,
  type StoredMessage,
} from '@signalpost/database/dispatches'
import { findSignalsOf } from '@signalpost/database/records'
import { idSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineDocument, defineDocuments } from '../define-operation.ts'
import { textOf } from '../text-of.ts'

const moment = z.iso.datetime().nullable()
const text = z.string().nullable()

const head = {
  messageId: z.string(),
  orgId: z.string(),
  channelId: z.string(),
  channelName: z.string(),
  channelKind: z.string(),
  kind: z.enum(['instant', 'digest', 'event', 'test', 'notice', 'follow_up']),
  ruleId: text.meta({ description: 'Null for an event, a test and a step of an escalation.' }),
  escalationId: text.meta({ description: 'Of a step, with `round` and `step`.' }),
  round: z.int().nullable(),
  step: z.int().nullable(),
  signalId: text,
  signalTitle: text.meta({ description: 'Null where there is no such signal now.' }),
  digestId: text,
  eventId: text,
  eventType: text,
  follows: text.meta({ description: 'The message of the alert that a follow-up answers.' }),
  recipient: z.string(),
  isReplay: z.boolean(),
  status: z.string(),
  reason: text,
  createdAt: z.iso.datetime(),
  nextAt: moment.meta({ description: 'Null if nothing more is sent.' }),
  settledAt: moment,
}

const messageSchema = z.object({ ...head, attempts: z.int() })

const exchangeSchema = z.object({
  ...head,
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
      code: text,
      durationMs: z.int().nullable(),
      answer: text,
    }),
  ),
})

type Titled<Message> = Message & { signalTitle: string | null }

export const listMessagesRead = defineDocuments({
  name: 'message.list',
  summary: 'List the messages of 30 days: alerts, digests, steps, events and tests, newest first.',
  demands: 'viewer',
  input: z.strictObject({
    orgId: orgIdSchema,
    channel: idSchema.optional().meta({ description: 'Only messages of this channel.' }),
    event: idSchema
      .optional()
      .meta({ description: 'Only messages with this event, by the id that the receiver got.' }),
  }),
  http: { method: 'get', path: '/messages', errors: [] },
  output: { description: 'A page of messages.', schema: messageSchema, of: describe<StoredMessage> },
  cursor: z.string().startsWith('msg_'),
  readPage: async ({ services: { database }, input: { orgId, channel, event } }, page) => {
    const filter = { orgId, channelId: channel, eventId: event }
    const { items, nextAfter } = await listMessages(database, filter, page)
    return { items: await withTitles(database, orgId, items), nextAfter }
  },
})

/** Throws RejectedError `not_found`. */
export const showMessageRead = defineDocument({
  name: 'message.show',
  summary: 'Show a message with its last request, without secrets, and the answer to every attempt.',
  demands: 'viewer',
  input: z.strictObject({ messageId: z.string(), orgId: orgIdSchema.optional() }),
  http: { method: 'get', path: '/messages/{id}', errors: ['not_found'], operationId: 'getMessage' },
  output: { description: 'The message.', schema: exchangeSchema, of: describe<MessageExchange> },
  read: async ({ services: { database }, input }) => {
    const found = await findMessage(database, input)
    if (found === undefined) throw new RejectedError('not_found', 'There is no such message.')
    const [titled = { ...found, signalTitle: null }] = await withTitles(database, found.orgId, [found])
    return titled
  },
})

async function withTitles<Message extends Omit<StoredMessage, 'attempts'>>(
  database: Database,
  orgId: string,
  messages: readonly Message[],
): Promise<Titled<Message>[]> {
  const signalIds = messages.flatMap(({ signalId }) => signalId ?? [])
  const signals = await findSignalsOf(database, { orgId, signalIds })
  const titles = new Map(signals.map(({ id, title }) => [id, title]))
  return messages.map((message) => ({ ...message, signalTitle: titles.get(message.signalId ?? '') ?? null }))
}

function describe<Message extends Omit<StoredMessage, 'attempts'>>({
  ruleId,
  createdAt,
  nextAt,
  settledAt,
  ...message
}: Titled<Message>) {
  const step = ruleId === null ? undefined : findStep(ruleId)
  return {
    ...message,
    ...{ ruleId: step === undefined ? ruleId : null },
    ...(step ?? { escalationId: null, round: null, step: null }),
    ...{ createdAt: createdAt.toISOString(), nextAt: textOf(nextAt), settledAt: textOf(settledAt) },
  }
}
