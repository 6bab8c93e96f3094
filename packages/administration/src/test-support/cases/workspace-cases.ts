import { createWorkspace } from '@signalpost/database/access'
import { setAssistantPolicy } from '@signalpost/database/assistants'
import type { ActServices } from '../../define-act.ts'
import type { ActCase, StoreServices } from '../act-case.ts'

/** The cases of acts on workspaces. */
export const workspaceCases: Record<string, ActCase<StoreServices>> = {
  'workspace.create': {
    prepare: async (_services, orgId) => workspaceOf(`${orgId}_new`),
    refused: { ...workspaceOf('org_x'), name: ' ' },
  },
  'workspace.update': {
    prepare: async (_services, orgId) => ({ orgId, name: 'Renamed' }),
    refused: { orgId: 'org_missing', name: 'Renamed' },
  },
  'workspace.set_assistant_policy': {
    prepare: async ({ database }, orgId) => {
      const before = { orgId, policy: 'write' } as const
      await database.transaction().execute((transaction) => setAssistantPolicy(transaction, before))
      return { orgId, policy: 'confirm' }
    },
    refused: { orgId: 'org_missing', policy: 'read' },
  },
}

function workspaceOf(orgId: string) {
  return { orgId, name: orgId, plan: 'standard', accountIntelligence: true, analysisAllowance: 1 }
}

export async function addWorkspace({ database }: ActServices, orgId: string): Promise<void> {
  await createWorkspace(database, workspaceOf(orgId))
}
