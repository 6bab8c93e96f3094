import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '@signalpost/authorization'
import { listSavedViews, type SavedView } from '@signalpost/database/records'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineList } from '../define-operation.ts'

const filter = z.string().min(1).max(500).optional()

/** The filters of the list of signals, under their names in its address. */
export const viewFiltersSchema = z.strictObject({
  ...{ words: filter, urgency: filter, classification: filter, source: filter, assignedTo: filter },
  ...{ verdict: filter, read: filter, postedAfter: filter, signalCategory: filter, alerted: filter },
  ...{ scoreVersion: filter, minScore: filter, listenerId: filter, accountKey: filter },
})

/** A view as one caller sees it. */
export type ShownView = SavedView & { isOwn: boolean }

export function showView(view: SavedView, { actor }: Caller): ShownView {
  return { ...view, isOwn: isDeepStrictEqual(view.createdBy, { kind: actor.kind, id: actor.id }) }
}

export const viewDocument = {
  description: 'The view.',
  schema: z.object({
    viewId: z.string(),
    name: z.string(),
    filters: viewFiltersSchema.meta({ description: 'As in the address of the list of signals.' }),
    isShared: z.boolean().meta({ description: 'Whether all of the workspace sees it.' }),
    isOwn: z.boolean(),
    createdBy: z.object({ kind: z.string(), id: z.string() }),
    createdAt: z.iso.datetime(),
  }),
  of: ({ viewId, name, filters, isShared, isOwn, createdBy, createdAt }: ShownView) => ({
    ...{ viewId, name, filters, isShared, isOwn, createdBy },
    createdAt: createdAt.toISOString(),
  }),
}

/** The change that the audit log shows of a view that is created or deleted. */
export function viewChange({ orgId, viewId, name, filters, isShared }: SavedView, which: 'before' | 'after') {
  const states = { before: null, after: null, [which]: { name, filters, isShared } }
  return { orgId, target: { type: 'view', id: viewId }, ...states }
}

export const listViewsRead = defineList({
  name: 'view.list',
  summary: 'List the saved views that a workspace shares, and your own.',
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema }),
  http: { method: 'get', path: '/views', errors: [] },
  output: { ...viewDocument, description: 'All of them, by name.' },
  read: async ({ services: { database }, caller, input: { orgId } }) => {
    const views = await listSavedViews(database, { orgId, of: caller.actor })
    return views.map((view) => showView(view, caller))
  },
  idOf: ({ viewId }) => viewId,
})
