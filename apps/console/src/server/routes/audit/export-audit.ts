import { pipeline } from 'node:stream/promises'
import { auditFilterOf, auditFilters } from '@signalpost/administration/audit'
import { type AuditEntry, type AuditFilter, listAuditEntries } from '@signalpost/database/acts'
import { csvLine } from '@signalpost/rest'
import { z } from 'zod'
import { defineLiveRoute } from '../../face/define-routes.ts'
import type { Services } from '../../services.ts'

const pageRows = 1_000
const head = [
  ...['auditId', 'at', 'actorKind', 'actorId', 'act', 'targetType', 'targetId', 'before', 'after'],
  ...['address', 'requestId', 'orgId', 'refusal', 'via'],
]

export const exportAudit = defineLiveRoute({
  operationId: 'exportAudit',
  method: 'get',
  path: '/console/api/w/{orgId}/audit.csv',
  role: 'viewer',
  summary: 'Download the audit log as CSV, the newest first',
  query: z.object(auditFilters),
  success: {
    status: 200,
    contentType: 'text/csv',
    description:
      "RFC 4180 with a header. Text that a spreadsheet would read as a formula gets a leading `'`.",
  },
  errors: [],
  handle: async ({ database }, { params: { orgId }, query }) => {
    const filter = { orgId, ...auditFilterOf(query) }
    const first = await readRows(database, filter)
    return async (response) => {
      response.writeHead(200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="audit-${orgId}.csv"`,
      })
      // The header is out: a connection that breaks off is how a reader sees that rows are missing.
      await pipeline(writePages(database, filter, first), response).catch(() => undefined)
    }
  },
})

async function* writePages(database: Services['database'], filter: AuditFilter, first: AuditEntry[]) {
  yield csvLine(head)
  for (let rows = first; rows.length > 0; rows = await readRows(database, filter, rows.at(-1)?.auditId)) {
    yield rows.map(lineOf).join('')
    if (rows.length < pageRows) return
  }
}

function readRows(database: Services['database'], filter: AuditFilter, before?: string) {
  return listAuditEntries(database, filter, { limit: pageRows, before })
}

function lineOf({
  orgId,
  auditId,
  at,
  actor,
  act,
  target,
  before,
  after,
  address,
  requestId,
  refusal,
  via,
}: AuditEntry): string {
  return csvLine([
    ...[auditId, at.toISOString(), actor.kind, actor.id, act, target.type, target.id],
    ...[before, after].map((state) => (state === null ? null : JSON.stringify(state))),
    ...[address, requestId, orgId, refusal, via],
  ])
}
