import { findWorkspace, updateWorkspace } from '@signalpost/database/access'
import { nameSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineCommandAct } from '../define-operation.ts'
import { auditedWorkspace, workspaceTarget } from './audited-workspace.ts'

const input = z.strictObject({
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
  input,
  run: async ({ transaction, input: { orgId, ...changes } }) => {
    const before = await findWorkspace(transaction, orgId)
    if (before === undefined) throw new RejectedError('not_found', 'There is no such workspace.')
    const after = await updateWorkspace(transaction, orgId, changes)
    const states = { before: auditedWorkspace(before), after: auditedWorkspace(after) }
    return { result: after, change: changeBetween({ ...workspaceTarget(after), ...states }) }
  },
})
