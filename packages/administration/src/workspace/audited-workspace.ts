import type { AuditedState, Workspace } from '@signalpost/database'

export function auditedWorkspace(workspace: Workspace): AuditedState {
  const { name, plan, accountIntelligence, analysisAllowance } = workspace
  return { name, plan, accountIntelligence, analysisAllowance }
}

export function workspaceTarget({ orgId }: Workspace): {
  orgId: string
  target: { type: 'workspace'; id: string }
} {
  return { orgId, target: { type: 'workspace', id: orgId } }
}
