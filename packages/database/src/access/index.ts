export {
  type ApiKey,
  createApiKey,
  findApiKey,
  findExpiringKeys,
  hashApiSecret,
  listApiKeys,
  listNewestApiKeys,
  recordApiKeyUse,
  revokeApiKey,
} from './api-keys.ts'
export { findWorkspacesOf } from './find-workspaces-of.ts'
export {
  claimIdempotencyKey,
  extendIdempotencyLease,
  type IdempotencyScope,
  type IdempotencyState,
  leaseIdempotencyKey,
  pruneAnswers,
  releaseIdempotencyKey,
  rememberAnswer,
} from './idempotency-keys.ts'
export { createRateLimiter, type RateLimiter, type Taken } from './rate-limiter.ts'
export { listSecretHours } from './sources/list-secret-hours.ts'
export {
  type LoadedSource,
  loadSources,
  loadWorkspaceSources,
  readRegistryVersion,
} from './sources/load-sources.ts'
export {
  groupRejections,
  listRejections,
  listWorkspaceRejections,
  pruneSourceCounts,
  type Rejection,
  type RejectionGroup,
  recordRejections,
  recordSourceActivity,
  type SecretUse,
} from './sources/source-activity.ts'
export { endSourceSecret, listSourceSecrets, type SourceSecret } from './sources/source-secrets.ts'
export {
  createSource,
  editSource,
  findNewestSecret,
  findSource,
  getSource,
  listSources,
  rotateSourceSecret,
  type Source,
  setSourceEnabled,
} from './sources/sources.ts'
export {
  createWorkspace,
  findWorkspace,
  listWorkspaces,
  updateWorkspace,
  type Workspace,
} from './workspaces.ts'
