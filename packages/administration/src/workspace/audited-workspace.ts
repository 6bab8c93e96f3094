import type { Workspace } from '@signalpost/database/access'
import type { AuditedState } from '@signalpost/database/acts'

/** Returns what the audit log shows of a workspace. */
export function auditedWorkspace(workspace: Workspace): AuditedState {
  const { orgId: _target, createdAt: _never, ...state } = workspace
  return state
}

/** The workspace and target of an audit row about a workspace. */
export function workspaceTarget({ orgId }: Workspace): {
  orgId: string
  target: { type: 'workspace'; id: string }
} {
  return { orgId, target: { type: 'workspace', id: orgId } }
}
