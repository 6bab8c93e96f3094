export { checkDatabase, checkSchema, checkWritable } from './check-database.ts'
export { createDatabase, type Database, type DatabasePool, type DatabaseTransaction } from './database.ts'
export { rethrowExplained } from './explain-store-fault.ts'
export { createId, idFloor, idTimeMs } from './ids.ts'
export { joinTransaction } from './join-transaction.ts'
export { measureClockSkewMs } from './measure-clock-skew.ts'
export { type DueWork, findDueWork } from './processes/find-due-work.ts'
export { measureStore, type StoreMeasures } from './processes/measure-store.ts'
export { listProcesses, type SeenProcess } from './processes/processes.ts'
export { readConnectionLimits } from './processes/read-connection-limits.ts'
export { type Heartbeat, startHeartbeat } from './processes/start-heartbeat.ts'
export { findMigrationAgeMs } from './schema/find-migration-age.ts'
export { type AuditGuard, grantApplication, readAuditGuard } from './schema/grant-application.ts'
export {
  countPartitionDays,
  findDaysWithoutPartitions,
  inspectStore,
  type StoreInspection,
} from './schema/inspect-store.ts'
export { migrateDatabase } from './schema/migrate-database.ts'
export { createPartitions, dropExpiredPartitions, withMaintenanceLock } from './schema/partitions.ts'
export { migrationNames, readSchemaState, type SchemaState } from './schema/read-schema-state.ts'
export { readSchemaVersion } from './schema/read-schema-version.ts'
export { SchemaAheadError } from './schema/schema-ahead-error.ts'
export { inspectSecrets, resealSecret } from './sealing/sealed-secrets.ts'
export { createSecretBox, type SecretBox } from './secret-box.ts'
export { isConnectionFault, isStoreFault, throwIfStoreFault } from './store-fault.ts'
export type { Tables } from './tables.ts'
