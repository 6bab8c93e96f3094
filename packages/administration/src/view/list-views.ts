import { listSavedViews } from '@signalpost/database/records'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineList } from '../define-operation.ts'
import { showView, viewDocument } from './view-document.ts'

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
