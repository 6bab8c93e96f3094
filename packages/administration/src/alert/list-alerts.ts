import { type Alert, listAlertPage } from '@signalpost/database/dispatches'
import { z } from 'zod'
import { defineDocuments } from '../define-operation.ts'
import { textOf } from '../text-of.ts'
import { alertFilterOf, alertStatuses, alertsSchema } from './alert-filters.ts'

const alertSchema = z.object({
  signalId: z.string(),
  ruleId: z.string(),
  channelId: z.string(),
  title: z.string().nullable().meta({ description: 'Null once the signal is deleted.' }),
  ruleName: z.string().nullable(),
  escalationId: z.string().nullable().meta({ description: 'Of a step, whose `ruleId` is made from it.' }),
  escalationName: z.string().nullable(),
  round: z.int().nullable(),
  step: z.int().nullable(),
  channelName: z.string().nullable(),
  status: z.enum(alertStatuses),
  reason: z.string().nullable(),
  decidedAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  nextAt: z.iso.datetime().nullable().meta({ description: 'The earliest time of the next try.' }),
  attempts: z.array(
    z.object({
      at: z.string(),
      outcome: z.string(),
      httpStatus: z.int().nullable(),
      code: z.string().nullable(),
      durationMs: z.int().nullable(),
      answer: z.string().nullable(),
    }),
  ),
})

export type ShownAlert = z.infer<typeof alertSchema>

export const listAlertsRead = defineDocuments({
  name: 'alert.list',
  summary: 'List the alerts for signals that matched a rule or escalated, newest first.',
  demands: 'viewer',
  input: alertsSchema,
  http: { method: 'get', path: '/alerts', errors: [] },
  output: {
    description: 'A page of alerts.',
    schema: alertSchema,
    of: ({ decidedAt, sentAt, nextAt, ...alert }: Alert) => ({
      ...alert,
      ...{ decidedAt: decidedAt.toISOString(), sentAt: textOf(sentAt), nextAt: textOf(nextAt) },
    }),
  },
  cursor: z.string().regex(/^[1-9]\d{0,17}$/),
  readPage: async ({ services: { database, nowMs }, input }, page) => {
    const { items, nextAfter } = await listAlertPage(database, alertFilterOf(input), {
      ...page,
      nowMs: nowMs(),
    })
    return { items, nextAfter }
  },
})
