import { findWorkspace, updateWorkspace } from '@signalpost/database/access'
import { getChannel } from '@signalpost/database/rules'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineOperation } from '../define-operation.ts'
import { auditedWorkspace, workspaceTarget } from './workspace-acts.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  channelId: z.string().max(200).nullable().meta({ description: 'Null: by mail to the admins.' }),
})

/**
 * Chooses the channel through which the admins of a workspace hear of its troubles. Throws RejectedError `not_found` for
 * a workspace or a channel that does not exist there.
 */
export const setFallbackChannelAct = defineOperation({
  name: 'workspace.set_fallback_channel',
  summary: 'Choose the channel through which troubles are reported.',
  demands: 'admin',
  input,
  http: { method: 'post', path: '/fallback-channel', errors: ['not_found'], operationId: 'setFallback' },
  run: async ({ transaction, input: { orgId, channelId } }) => {
    const before = await findWorkspace(transaction, orgId)
    if (before === undefined) throw new RejectedError('not_found', 'There is no such workspace.')
    if (channelId !== null) await getChannel(transaction, { channelId, orgId })
    const after = await updateWorkspace(transaction, orgId, { fallbackChannelId: channelId })
    const states = { before: auditedWorkspace(before), after: auditedWorkspace(after) }
    return { result: after, change: changeBetween({ ...workspaceTarget(after), ...states }) }
  },
  output: {
    description: 'The channel.',
    schema: z.object({ channelId: z.string().nullable() }),
    of: ({ fallbackChannelId }) => ({ channelId: fallbackChannelId }),
  },
})
