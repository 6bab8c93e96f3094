import { NotReadyError } from '@signalpost/domain'

const remedy =
  'Set pool_mode = session in PgBouncer, or point DATABASE_URL past the pooler. To keep transaction pooling, set REDIS_URL, or point SIGNALPOST_QUEUE_DATABASE_URL past the pooler.'

/** A pooler would hand the next transaction to another session. */
export class SharedSessionError extends NotReadyError {
  constructor(lost: readonly string[] = []) {
    const dropped = lost.length > 0 ? lost.join(', ') : 'settings, LISTEN and locks of a session'
    super(`a pooler in transaction mode is in front of the database and drops ${dropped}`, remedy)
  }
}
