import type { AssistantCaller } from '@signalpost/authorization'
import { hasCalledSince } from '@signalpost/database/assistant-calls'
import { instantOf, minuteMs } from '@signalpost/domain'
import type { Tool, ToolServices } from '../define-tool.ts'

const taintedMs = 15 * minuteMs

/** Whether a tool shows what strangers wrote. Its hints say the same. */
export function showsStrangers({ hints }: Pick<Tool, 'hints'>): boolean {
  return hints.openWorld
}

/**
 * Returns why a write needs a person's yes; undefined if it needs none. What a stranger wrote may be an order to the model, so
 * the model's own word is no yes.
 */
export async function findNeed(
  { database, nowMs }: Pick<ToolServices, 'database' | 'nowMs'>,
  {
    caller,
    tool,
    input,
    readers,
  }: { caller: AssistantCaller; tool: Tool; input: unknown; readers: readonly string[] },
): Promise<string | undefined> {
  if (tool.hints.readOnly) return undefined
  // The cast: the input was parsed by the tool's own schema.
  const own = tool.findNeed?.(input as never)
  if (own !== undefined) return own
  if (caller.policy !== 'confirm') return undefined
  const { orgId, assistantId } = caller
  const since = instantOf(nowMs() - taintedMs)
  const isTainted = await hasCalledSince(database, { orgId, assistantId, tools: readers, since })
  return isTainted ? 'The assistant has read what strangers wrote in the last 15 minutes.' : undefined
}
