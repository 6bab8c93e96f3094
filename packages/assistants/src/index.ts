export {
  type Answered,
  type Asking,
  type Confirmation,
  callTool,
  findRefusal,
  type ToolOutcome,
} from './calling/call-tool.ts'
export { type ListedTool, listTool, usableTools } from './calling/list-tools.ts'
export type { Tool, ToolServices } from './define-tool.ts'
export { completeId } from './prompts/complete-id.ts'
export { completeWord, prompts, renderPrompt } from './prompts/prompts.ts'
export { findResource, fixedResources, resourceTemplates } from './resources/resources.ts'
export { researchTools, tools } from './tools/tools.ts'
export { showsStrangers } from './writing/find-need.ts'
