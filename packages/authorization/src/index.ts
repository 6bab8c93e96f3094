export { type AssistantCaller, type AssistantPolicy, assistantPolicies } from './assistant-caller.ts'
export { createBriefMemory } from './brief-memory.ts'
export {
  type Caller,
  callerOf,
  commandLineCaller,
  type Demand,
  may,
  memberOf,
  type Role,
  roles,
  systemCaller,
  visitorCaller,
} from './caller.ts'
export { isOver } from './is-over.ts'
export { createLoginLimits, type LoginLimits } from './login-limits.ts'
export { type LoginWay, sessionTimesOf } from './login-settings.ts'
export { isLoopback } from './oauth/addresses.ts'
export { scopesOfRole } from './scopes-of-role.ts'
export {
  createSessions,
  endsOf,
  type FoundSession,
  openSince,
  type Session,
  type Sessions,
  type SessionTimes,
} from './sessions.ts'
export { createToken, hashToken, isToken } from './token.ts'
export { createWorkspaceRate, type WorkspaceRate } from './workspace-rate.ts'
