import { listAuditRead } from './read-audit.ts'

export { auditFilterOf, auditFilters, findActorNames } from './read-audit.ts'

export const auditOperations = [listAuditRead] as const
