import { listAuditEntries } from '@signalpost/database/acts'
import { pageOf, pageQuery, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'
import { auditFilters, filterOf } from './audit-filters.ts'
import { findActorNames } from './find-actor-names.ts'

const state = z.record(z.string(), z.unknown()).nullable()
const cursorSchema = z.object({ after: z.string() })

const entrySchema = z.object({
  auditId: z.string(),
  at: z.iso.datetime(),
  orgId: z.string().nullable(),
  actor: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  act: z.string(),
  target: z.object({ type: z.string(), id: z.string() }),
  before: state.meta({ description: 'Null where the act created the target.' }),
  after: state.meta({ description: 'Null where the act removed the target.' }),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  refusal: z
    .string()
    .nullable()
    .meta({ description: 'Why the act was refused; null for one that was done.' }),
  via: z
    .enum(['cli'])
    .nullable()
    .meta({ description: 'How the act of a person came in; null for one in a browser.' }),
})

export const listAudit = defineRoute({
  operationId: 'listAudit',
  method: 'get',
  path: '/console/api/w/{orgId}/audit',
  role: 'viewer',
  summary: 'See who did what in the workspace, and what was refused, the newest first',
  params: workspaceParams,
  query: z.object({ ...pageQuery, ...auditFilters }),
  success: { status: 200, description: 'A page of the log.', schema: pageOf(entrySchema) },
  errors: [],
  handle: async (
    { database, cursors },
    { caller, params: { orgId }, query: { limit, cursor, ...filters } },
  ) => {
    const scope = { route: 'listAudit', orgId, filters }
    const before = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    const { items, nextCursor } = await readPage({
      limit,
      list: async (most) => ({
        items: await listAuditEntries(
          database,
          { ...filterOf(orgId, filters), withLogins: caller.isOperator },
          { limit: most, before },
        ),
      }),
      sealAfter: ({ auditId }) => cursors.seal(scope, { after: auditId }),
    })
    const actors = items.map(({ actor }) => actor)
    const names = await findActorNames({ database }, { orgId, actors })
    return {
      items: items.map(({ at, actor, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        actor: { ...actor, name: names.get(actor.id) ?? null },
      })),
      nextCursor,
    }
  },
})
