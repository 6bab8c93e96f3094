import type { Database, DatabasePool } from '@signalpost/database'
import { findAssistantOfToken, hashArtifact } from '@signalpost/database/assistants'
import { scopes } from '@signalpost/domain'
import type { AssistantCaller } from '../assistant-caller.ts'
import { createBriefMemory } from '../brief-memory.ts'
import { isToken } from '../token.ts'
import { type AssistantAddresses, canonicalResource } from './addresses.ts'

/** Returns who calls with an access token; undefined where it does not open `/mcp`. */
export type FindAssistant = (token: string) => Promise<AssistantCaller | undefined>

/** Finds assistants by their access tokens, believed for 4 s. */
export function createAssistantFinder({
  addresses,
  nowMs,
  ...store
}: {
  addresses: Pick<AssistantAddresses, 'apiUrl'>
  database: Database
  pool: DatabasePool
  nowMs: () => number
}): FindAssistant {
  const memory = createBriefMemory<AssistantCaller>({ nowMs })
  const load = async (artifactSha256: Buffer): Promise<AssistantCaller | undefined> => {
    const found = await findAssistantOfToken(store, { artifactSha256, nowMs: nowMs() })
    if (found === undefined || found.audience !== canonicalResource(addresses)) return undefined
    const { audience: _audience, scope, ...caller } = found
    const granted = new Set(scope?.split(' '))
    return { ...caller, scopes: new Set(scopes.filter((each) => granted.has(each))) }
  }
  return async (token) => {
    if (!isToken(token)) return undefined
    const artifactSha256 = hashArtifact('AccessToken', token)
    return memory.read(artifactSha256.toString('base64'), () => load(artifactSha256))
  }
}
