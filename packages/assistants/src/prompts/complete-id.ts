import type { AssistantCaller } from '@signalpost/authorization'
import { findCollections, listListeners } from '@signalpost/database/records'
import type { ToolServices } from '../define-tool.ts'
import { rightsOf } from '../rights.ts'

const mostLookedAt = 200

/** Returns ids of listeners or lists that begin so, never their names. */
export async function completeId(
  { database }: Pick<ToolServices, 'database'>,
  caller: AssistantCaller,
  argument: string,
  begun: string,
): Promise<string[]> {
  const { orgId } = caller
  const rights = rightsOf(caller)
  const found =
    argument === 'listener' && rights.includes('listeners:read')
      ? await listListeners(database, { orgId, limit: mostLookedAt })
      : argument === 'list' && rights.includes('collections:write')
        ? await findCollections(database, { orgId, words: '', limit: mostLookedAt })
        : []
  return found.map(({ id }) => id).filter((id) => id.startsWith(begun))
}
