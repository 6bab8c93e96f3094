import type { AuditActor, Via } from '@signalpost/database/acts'
import type { Session } from './sessions.ts'

/** What a person may do in a workspace; each role may do all that those before it may. */
export const roles = ['viewer', 'member', 'admin'] as const
export type Role = (typeof roles)[number]

/** The minimum that an act demands: nothing, any person, a role in the workspace, or the whole installation. */
export type Demand = 'nobody' | 'person' | Role | 'operator'

/** The caller of an act and their address. */
export type Caller = {
  actor: AuditActor
  /** The user that a key acts as. */
  memberId?: string
  /** The only workspace in which it may act; undefined for the operator's command line, which may act in all. */
  orgId?: string
  /** Undefined outside a workspace, where the caller may only do acts without a role. */
  role: Role | undefined
  isOperator: boolean
  /** The session by which a person calls. */
  sessionId?: string
  /** When a person logged in. */
  loggedInAtMs?: number
  /** How a person calls, if not by a page. */
  via?: Via
  address: string | null
  requestId: string | null
}

/** The user whom records name as their author. */
export function memberOf({ actor, memberId }: Caller): string {
  return memberId ?? actor.id
}

/** Whether a caller may do an act, in `orgId` where the act works in one workspace. */
export function may(caller: Caller, { demands }: { demands: Demand }, orgId?: string): boolean {
  const { actor, role, isOperator } = caller
  if (demands === 'nobody') return true
  if (demands === 'person') return actor.kind === 'person'
  if (demands === 'operator') return isOperator && !isDelegate(actor)
  if (orgId !== undefined && caller.orgId !== undefined && caller.orgId !== orgId) return false
  if (role === undefined || (demands === 'admin' && isDelegate(actor))) return false
  return roles.indexOf(role) >= roles.indexOf(demands)
}

/** Keys and assistants act for others, and are never admins or operators. */
function isDelegate({ kind }: AuditActor): boolean {
  return kind === 'key' || kind === 'assistant'
}

/**
 * The person of a session, in one workspace or outside all of them. Undefined if the person has no role in the
 * workspace: to them it does not exist.
 */
export function callerOf(
  { sessionId, kind, person, memberships, loggedInAt }: Session,
  { orgId, address, requestId }: { orgId?: string; address: string | null; requestId: string | null },
): Caller | undefined {
  const role = memberships.find((membership) => membership.orgId === orgId)?.role
  if (orgId !== undefined && role === undefined) return undefined
  return {
    actor: { kind: 'person', id: person.personId },
    ...(orgId !== undefined && { orgId }),
    role,
    isOperator: person.isOperator,
    sessionId,
    loggedInAtMs: loggedInAt.getTime(),
    ...(kind === 'cli' && { via: kind }),
    address,
    requestId,
  }
}

/** A visitor who has not logged in. */
export function visitorCaller({
  address,
  requestId,
}: {
  address: string | null
  requestId: string | null
}): Caller {
  return {
    actor: { kind: 'system', id: 'visitor' },
    role: undefined,
    isOperator: false,
    address,
    requestId,
  }
}

/** The command line: a person who can run it holds the database's credentials, so it may do everything. */
export function commandLineCaller(user: string): Caller {
  return { actor: { kind: 'cli', id: user }, role: 'admin', isOperator: true, address: null, requestId: null }
}

/** The product itself, which acts without a person. */
export function systemCaller(part: string): Caller {
  return {
    actor: { kind: 'system', id: part },
    role: 'admin',
    isOperator: true,
    address: null,
    requestId: null,
  }
}
