import { createWorkspace, findWorkspace, updateWorkspace, type Workspace } from '@signalpost/database/access'
import type { AuditedState } from '@signalpost/database/acts'
import { getChannel } from '@signalpost/database/rules'
import { nameSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineCommandAct, defineOperation } from '../define-operation.ts'
import { createFirstChannel } from './create-first-channel.ts'

/** Returns what the audit log shows of a workspace. */
function auditedWorkspace(workspace: Workspace): AuditedState {
  const { orgId: _target, createdAt: _never, ...state } = workspace
  return state
}

/** The workspace and target of an audit row about a workspace. */
function workspaceTarget({ orgId }: Workspace): {
  orgId: string
  target: { type: 'workspace'; id: string }
} {
  return { orgId, target: { type: 'workspace', id: orgId } }
}

const newWorkspace = z.strictObject({
  orgId: orgIdSchema,
  name: nameSchema,
  plan: nameSchema,
  accountIntelligence: z.boolean(),
  analysisAllowance: z.number().int().min(0).max(1_000_000_000),
})

/** Creates a workspace with its first rule and its inbox. Throws RejectedError `conflict` for an id that exists. */
export const createWorkspaceAct = defineCommandAct({
  name: 'workspace.create',
  summary: 'Create a workspace.',
  demands: 'operator',
  input: newWorkspace,
  run: async ({ transaction, services, input: workspace }) => {
    const created: Workspace = await createWorkspace(transaction, workspace)
    await createFirstChannel(transaction, services, created.orgId)
    const target = workspaceTarget(created)
    return { result: created, change: { ...target, before: null, after: auditedWorkspace(created) } }
  },
})

const changedWorkspace = z.strictObject({
  orgId: orgIdSchema,
  name: nameSchema.optional(),
  plan: nameSchema.optional(),
  accountIntelligence: z.boolean().optional(),
  analysisAllowance: z.number().int().min(0).max(1_000_000_000).optional(),
  /** Null keeps deliveries as long as the ledger does. */
  retentionDays: z.number().int().min(1).max(36_500).nullable().optional(),
  /** Null for the installation's limit, 0 for none. */
  mostRequestsPerMinute: z.number().int().min(0).max(1_000_000_000).nullable().optional(),
  /** Null for the installation's limit, as below. */
  mostOpenJobs: z.number().int().min(1).max(10_000).nullable().optional(),
  mostListeners: z.number().int().min(0).max(1_000_000).nullable().optional(),
})

/** Changes what is given and keeps the rest. Throws RejectedError `not_found`. */
export const updateWorkspaceAct = defineCommandAct({
  name: 'workspace.update',
  summary: 'Change the given settings of a workspace and keep the rest.',
  demands: 'operator',
  input: changedWorkspace,
  run: async ({ transaction, input: { orgId, ...changes } }) => {
    const before = await findWorkspace(transaction, orgId)
    if (before === undefined) throw new RejectedError('not_found', 'There is no such workspace.')
    const after = await updateWorkspace(transaction, orgId, changes)
    const states = { before: auditedWorkspace(before), after: auditedWorkspace(after) }
    return { result: after, change: changeBetween({ ...workspaceTarget(after), ...states }) }
  },
})

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
  summary: 'Choose the channel through which problems are reported.',
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
