import { listAuditRead } from './read-audit.ts'

export { findActorNames } from './find-actor-names.ts'
export { auditFilterOf, auditFilters } from './read-audit.ts'

export const auditOperations = [listAuditRead] as const
