import { createWorkspace, type Workspace } from '@signalpost/database/access'
import { nameSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineCommandAct } from '../define-operation.ts'
import { auditedWorkspace, workspaceTarget } from './audited-workspace.ts'
import { createFirstChannel } from './create-first-channel.ts'

const input = z.strictObject({
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
  input,
  run: async ({ transaction, services, input: workspace }) => {
    const created: Workspace = await createWorkspace(transaction, workspace)
    await createFirstChannel(transaction, services, created.orgId)
    const target = workspaceTarget(created)
    return { result: created, change: { ...target, before: null, after: auditedWorkspace(created) } }
  },
})
