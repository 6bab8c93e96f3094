export { createWorkspaceAct } from './create-workspace.ts'
export { setFallbackChannelAct } from './set-fallback-channel.ts'
export { updateWorkspaceAct } from './update-workspace.ts'
