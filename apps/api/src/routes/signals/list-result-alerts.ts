import {
  alertCursorSchema,
  alertStatuses,
  readSignalAlerts,
  type ShownAlert,
} from '@signalpost/administration/alert'
import { exampleSignal, idSchema, instantSchema, RejectedError } from '@signalpost/domain'
import { pageOf, pageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

const cursorSchema = z.object({ after: alertCursorSchema })

const alertSchema = z
  .object({
    alertId: z.string().meta({ description: 'The id of its row in `dispatches` of a warehouse.' }),
    ruleName: z.string().nullable().meta({
      description: 'The rule, or the escalation of which this is a step. Null once it is deleted.',
    }),
    channelName: z.string().nullable().meta({ description: 'Null once the channel is deleted.' }),
    channelKind: z.string().nullable(),
    status: z.enum(alertStatuses),
    reason: z.string().nullable().meta({
      description: 'Why nothing was sent, or what a pending alert waits for.',
    }),
    decidedAt: instantSchema,
    sentAt: instantSchema.nullable(),
    attempts: z
      .array(
        z.object({
          at: instantSchema,
          outcome: z.string(),
          httpStatus: z.int().nullable(),
          code: z.string().nullable(),
        }),
      )
      .meta({ description: 'The latest last. Kept for 30 days.' }),
  })
  .meta({ id: 'Alert' })

export const listResultAlerts = defineRoute({
  operationId: 'listResultAlerts',
  method: 'get',
  path: '/v1/results/{id}/alerts',
  scope: 'signals:read',
  summary: "List a signal's alerts",
  description:
    'Lists what rules and escalations decided about a signal for each channel, sent or not, by decidedAt, descending.',
  params: z.object({ id: idSchema.meta({ description: "The signal's id.", example: exampleSignal.id }) }),
  query: z.object(pageQuery),
  success: {
    status: 200,
    description: 'A page of alerts. `nextCursor` is null on the last one.',
    schema: pageOf(alertSchema),
    example: {
      items: [
        {
          ...{ alertId: '4711', ruleName: 'Urgent signals', channelName: 'Sales', channelKind: 'slack' },
          ...{ status: 'sent', reason: null },
          ...{ decidedAt: '2026-11-20T09:04:13.000Z', sentAt: '2026-11-20T09:04:14.120Z' },
          attempts: [{ at: '2026-11-20T09:04:13.900Z', outcome: 'sent', httpStatus: 200, code: null }],
        },
      ],
      nextCursor: null,
    },
  },
  errors: ['not_found'],
  handle: async (services, { caller: { orgId }, params: { id: signalId }, query: { limit, cursor } }) => {
    const { readSignal, cursors } = services
    const scope = { route: 'listResultAlerts', orgId, filters: { signalId } }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    const signal = await readSignal({ orgId, signalId })
    if (signal === undefined) throw new RejectedError('not_found', 'There is no such signal.')
    const { items, nextAfter } = await readSignalAlerts(services, { orgId, signalId }, { limit, after })
    const nextCursor = nextAfter === undefined ? null : cursors.seal(scope, { after: nextAfter })
    return { items: items.map(alertOf), nextCursor }
  },
})

function alertOf({ attempts, ...alert }: ShownAlert): z.infer<typeof alertSchema> {
  const { alertId, channelName, channelKind, status, reason, decidedAt, sentAt } = alert
  return {
    ...{ alertId, ruleName: alert.ruleName ?? alert.escalationName, channelName, channelKind },
    ...{ status, reason, decidedAt, sentAt },
    attempts: attempts.map(({ at, outcome, httpStatus, code }) => ({ at, outcome, httpStatus, code })),
  }
}
