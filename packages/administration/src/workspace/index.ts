import { setAssistantPolicyAct } from './set-assistant-policy.ts'
import { createWorkspaceAct, setFallbackChannelAct, updateWorkspaceAct } from './workspace-acts.ts'

export { demandAccountIntelligence } from './demand-account-intelligence.ts'
export { listWorkspacesLookup } from './list-workspaces.ts'
export { createWorkspaceAct, setAssistantPolicyAct, setFallbackChannelAct, updateWorkspaceAct }

export const workspaceOperations = [
  ...[createWorkspaceAct, updateWorkspaceAct, setFallbackChannelAct, setAssistantPolicyAct],
] as const
