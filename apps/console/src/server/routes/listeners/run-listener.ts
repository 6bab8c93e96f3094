import { performAct } from '@signalpost/administration'
import { runListenerAct, tryListener } from '@signalpost/administration/listener'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { reportSchema } from './listener-schema.ts'

/** Platforms answer slowly, one page after the other. */
const timeoutMs = 120_000
const itemsAtMost = 200

const body = z.strictObject({})

export const runListener = defineRoute({
  operationId: 'runListener',
  method: 'post',
  path: '/console/api/w/{orgId}/listeners/{id}/run',
  role: 'admin',
  summary: 'Run a listener now, and keep what it finds',
  params: recordParams,
  query: noQuery,
  body,
  timeoutMs,
  success: { status: 200, description: 'What it asked and found.', schema: reportSchema },
  errors: ['not_found', 'conflict'],
  handle: async ({ searching }, { caller, params: { orgId, id: listenerId } }) => {
    const input = { orgId, listenerId }
    return shorten(await performAct(searching, { caller, act: runListenerAct, input }))
  },
})

export const tryListenerRoute = defineRoute({
  operationId: 'tryListener',
  method: 'post',
  path: '/console/api/w/{orgId}/listeners/{id}/try',
  role: 'admin',
  summary: 'See what a first run of a listener would find, and keep nothing',
  params: recordParams,
  query: noQuery,
  body,
  timeoutMs,
  success: { status: 200, description: 'What it asked and found.', schema: reportSchema },
  errors: ['not_found', 'conflict'],
  handle: async ({ searching }, { params: { orgId, id: listenerId } }) =>
    shorten(await tryListener(searching, { orgId, listenerId })),
})

/** What is kept comes first, the best of it before the rest. */
function shorten<Report extends { items: { kept: boolean; relevanceScore: number | null }[] }>(
  report: Report,
): Report {
  const items = report.items
    .toSorted((one, other) => (other.relevanceScore ?? -1) - (one.relevanceScore ?? -1))
    .toSorted((one, other) => Number(other.kept) - Number(one.kept))
    .slice(0, itemsAtMost)
  return { ...report, items }
}
