import { type Database, readAuditGuard } from '@signalpost/database'
import { bad, type Check, good } from './define-check.ts'

export const auditLogCheck: Check<{ database: Database }> = {
  name: 'audit log',
  after: 'schema',
  remedy: 'Run ./signalpost migrate.',
  run: async ({ database }) => {
    const { isGuarded, couldUnguard } = await readAuditGuard(database)
    if (!isGuarded) {
      return bad(
        'the trigger audit_log_is_append_only is missing or disabled, so rows can be changed',
        'Find out who removed it, then enable it, or restore it from packages/database/schema.sql.',
      )
    }
    if (!couldUnguard) return good('append-only, and the role of DATABASE_URL cannot change that')
    return good('append-only; the role of DATABASE_URL owns it, so it could change that')
  },
}
