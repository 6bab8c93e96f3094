import { alertStatuses } from '@signalpost/administration/alert'
import { textOf } from '@signalpost/administration/channel'
import { type Alert, listAlertPage } from '@signalpost/database/dispatches'
import { pageOf, pageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'
import { alertFilters, filterOf } from './alert-filters.ts'

const cursorSchema = z.object({ after: z.string() })

const alertSchema = z.object({
  signalId: z.string(),
  ruleId: z.string(),
  channelId: z.string(),
  title: z.string().nullable().meta({ description: 'Null once the signal is deleted.' }),
  ruleName: z.string().nullable(),
  escalationName: z.string().nullable().meta({ description: 'Of a step, whose `ruleId` is made from it.' }),
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

export const listAlerts = defineRoute({
  operationId: 'listAlerts',
  method: 'get',
  path: '/console/api/w/{orgId}/alerts',
  role: 'viewer',
  summary: 'Browse alerts, the newest first: each signal that matched a rule, for each of its channels',
  params: workspaceParams,
  query: z.object({ ...pageQuery, ...alertFilters }),
  success: { status: 200, description: 'A page of alerts.', schema: pageOf(alertSchema) },
  errors: [],
  handle: async (
    { database, cursors, nowMs },
    { params: { orgId }, query: { limit, cursor, ...filters } },
  ) => {
    const scope = { route: 'listAlerts', orgId, filters }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    const paging = { limit, after, nowMs: nowMs() }
    const { items, nextAfter } = await listAlertPage(database, filterOf(orgId, filters), paging)
    const nextCursor = nextAfter === undefined ? null : cursors.seal(scope, { after: nextAfter })
    return { items: items.map(describeAlert), nextCursor }
  },
})

function describeAlert({ decidedAt, sentAt, nextAt, ...alert }: Alert): z.infer<typeof alertSchema> {
  return {
    ...alert,
    decidedAt: decidedAt.toISOString(),
    sentAt: textOf(sentAt),
    nextAt: textOf(nextAt),
  }
}
