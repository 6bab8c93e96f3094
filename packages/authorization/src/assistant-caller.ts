import type { Scope } from '@signalpost/domain'
import type { Role } from './caller.ts'

/** What a workspace lets its assistants do: nothing, read, write after a person's yes, write. */
export const assistantPolicies = ['off', 'read', 'confirm', 'write'] as const
export type AssistantPolicy = (typeof assistantPolicies)[number]

/** An assistant that called with a valid access token, as its person and workspace are now. */
export type AssistantCaller = {
  readonly assistantId: string
  readonly personId: string
  readonly orgId: string
  readonly role: Role
  /** What the person granted. What role and policy forbid is not taken out. */
  readonly scopes: ReadonlySet<Scope>
  readonly policy: AssistantPolicy
}
