import type { AuditActor } from '@signalpost/database/acts'

/** What a person may do in a workspace; each role may do all that those before it may. */
export const roles = ['viewer', 'member', 'admin'] as const
export type Role = (typeof roles)[number]

/** The least that an act asks for: a role in the workspace, or the whole installation. */
export type Demand = Role | 'operator'

/** Who does an act, and from where. */
export type Caller = {
  actor: AuditActor
  /** The one workspace in which it may act; undefined for the operator's command line, which may in all of them. */
  orgId?: string
  role: Role
  isOperator: boolean
  address: string | null
  requestId: string | null
}

/** Whether a caller may do what asks for that much. */
export function may({ role, isOperator }: Caller, demand: Demand): boolean {
  if (demand === 'operator') return isOperator
  return roles.indexOf(role) >= roles.indexOf(demand)
}

/** The command line: a person who can run it holds the database's credentials, so it may do everything. */
export function commandLineCaller(user: string): Caller {
  return { actor: { kind: 'cli', id: user }, role: 'admin', isOperator: true, address: null, requestId: null }
}

/** The product itself, which acts where no person asked for it. */
export function systemCaller(part: string): Caller {
  return {
    actor: { kind: 'system', id: part },
    role: 'admin',
    isOperator: true,
    address: null,
    requestId: null,
  }
}
