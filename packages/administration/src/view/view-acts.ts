import { createSavedView, deleteSavedView } from '@signalpost/database/records'
import { nameSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineOperation } from '../define-operation.ts'
import { showView, viewChange, viewDocument, viewFiltersSchema } from './view-document.ts'

/** Throws RejectedError: `invalid_request` where a view of one's own is asked for by no person, `conflict` at 50. */
export const createViewAct = defineOperation({
  name: 'view.create',
  summary: 'Keep filters of the list of signals under a name.',
  demands: 'member',
  input: z.strictObject({
    orgId: orgIdSchema,
    name: nameSchema,
    filters: viewFiltersSchema,
    isShared: z.boolean().default(false),
  }),
  example: { name: 'Urgent on Reddit', filters: { urgency: 'high', source: 'reddit' } },
  http: { method: 'post', path: '/views', status: 201, errors: ['conflict'] },
  output: viewDocument,
  run: async ({ transaction, caller, input }) => {
    if (!input.isShared && caller.actor.kind !== 'person') {
      const issues = [{ path: 'isShared', message: 'expected true: only people have views of their own' }]
      throw new RejectedError('invalid_request', 'The view would have no one to see it.', { issues })
    }
    const { kind, id } = caller.actor
    const view = await createSavedView(transaction, { ...input, createdBy: { kind, id } })
    return { result: showView(view, caller), change: viewChange(view, 'after') }
  },
})

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
