import { type AssistantCaller, scopesOfRole } from '@signalpost/authorization'
import { type Scope, scopes } from '@signalpost/domain'

const readScopes: ReadonlySet<Scope> = new Set(scopesOfRole('viewer'))

/** Why a scope is missing: the person did not grant it, or their role or the workspace's policy forbids it now. */
export type Lack = 'grant' | 'role' | 'policy'

/** Returns what keeps an assistant from using a scope now; undefined if nothing does. */
export function findLack({ scopes: granted, role, policy }: AssistantCaller, scope: Scope): Lack | undefined {
  const isRead = readScopes.has(scope)
  // No new grant helps against these two, so they come first.
  if (policy === 'off' || (policy === 'read' && !isRead)) return 'policy'
  if (role === 'viewer' && !isRead) return 'role'
  return granted.has(scope) ? undefined : 'grant'
}

/** Returns the scopes that an assistant may use now. */
export function rightsOf(caller: AssistantCaller): Scope[] {
  return scopes.filter((scope) => findLack(caller, scope) === undefined)
}
