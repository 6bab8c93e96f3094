import { deleteSavedView } from '@signalpost/database/records'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineOperation } from '../define-operation.ts'
import { showView, viewChange, viewDocument } from './view-document.ts'

/** Any member deletes a shared view, as they do a list. Throws RejectedError `not_found`. */
export const deleteViewAct = defineOperation({
  name: 'view.delete',
  summary: 'Delete a saved view.',
  demands: 'member',
  input: z.strictObject({ viewId: z.string(), orgId: orgIdSchema.optional() }),
  http: { method: 'delete', path: '/views/{id}', errors: ['not_found'] },
  output: { ...viewDocument, description: 'The view that was deleted.' },
  run: async ({ transaction, caller, input }) => {
    const view = await deleteSavedView(transaction, { ...input, of: caller.actor })
    return { result: showView(view, caller), change: viewChange(view, 'before') }
  },
})
