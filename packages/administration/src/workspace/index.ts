import { setAssistantPolicyAct } from './set-assistant-policy.ts'
import { setFallbackChannelAct } from './set-fallback-channel.ts'
import { createWorkspaceAct, updateWorkspaceAct } from './workspace-acts.ts'

export { demandAccountIntelligence } from './demand-account-intelligence.ts'
export { listWorkspacesLookup } from './list-workspaces.ts'
export { createWorkspaceAct, setAssistantPolicyAct, setFallbackChannelAct, updateWorkspaceAct }

export const workspaceOperations = [
  ...[createWorkspaceAct, updateWorkspaceAct, setFallbackChannelAct, setAssistantPolicyAct],
] as const
