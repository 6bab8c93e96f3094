import { type Alert, listAlertPage } from '@signalpost/database/dispatches'
import { z } from 'zod'
import type { ActServices } from '../define-act.ts'
import { defineDocuments } from '../define-operation.ts'
import { textOf } from '../text-of.ts'
import { alertFilterOf, alertStatuses, alertsSchema } from './alert-filters.ts'

const alertSchema = z.object({
  alertId: z.string().meta({ description: 'The number of the decision, `dispatches.id` in warehouses.' }),
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
  channelKind: z.string().nullable(),
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

/** What a cursor has in it: the alert after which a page begins. */
export const alertCursorSchema = z.string().regex(/^[1-9]\d{0,17}$/)

/** Reads a page of the alerts for one signal, as lists show them. */
export async function readSignalAlerts(
  { database, nowMs }: Pick<ActServices, 'database' | 'nowMs'>,
  filter: { orgId: string; signalId: string },
  page: { limit: number; after: string | undefined },
): Promise<{ items: ShownAlert[]; nextAfter: string | undefined }> {
  const { items, nextAfter } = await listAlertPage(database, filter, { ...page, nowMs: nowMs() })
  return { items: items.map(showAlert), nextAfter }
}

export const listAlertsRead = defineDocuments({
  name: 'alert.list',
  summary: 'List the alerts for signals that matched a rule or escalated, newest first.',
  demands: 'viewer',
  input: alertsSchema,
  http: { method: 'get', path: '/alerts', errors: [] },
  output: {
    description: 'A page of alerts.',
    schema: alertSchema,
    of: showAlert,
  },
  cursor: alertCursorSchema,
  readPage: async ({ services: { database, nowMs }, input }, page) => {
    const { items, nextAfter } = await listAlertPage(database, alertFilterOf(input), {
      ...page,
      nowMs: nowMs(),
    })
    return { items, nextAfter }
  },
})

function showAlert({ decidedAt, sentAt, nextAt, ...alert }: Alert): ShownAlert {
  return {
    ...alert,
    ...{ decidedAt: decidedAt.toISOString(), sentAt: textOf(sentAt), nextAt: textOf(nextAt) },
  }
}
