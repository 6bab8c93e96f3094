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
export {
  createSessions,
  type FoundSession,
  longestSessionMs,
  type Session,
  type Sessions,
  usedSinceMs,
} from './sessions.ts'
export { createToken, hashToken, isToken } from './token.ts'
export { createWorkspaceRate, type WorkspaceRate } from './workspace-rate.ts'
