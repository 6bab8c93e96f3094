export { createWorkspaceAct } from './create-workspace.ts'
export { updateWorkspaceAct } from './update-workspace.ts'
