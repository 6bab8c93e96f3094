import type { Migration as KyselyMigration } from 'kysely/migration'

/**
 * One step of the schema. `up` runs in one transaction under a `lock_timeout`, and again from the start when that runs
 * out. A version that must not run on the new schema is kept out by
 * `update schema_compatibility set oldest_migration = '<the oldest migration that a version must know>'`.
 */
export type Migration = Pick<KyselyMigration, 'up'> & {
  /**
   * Runs `up` outside of a transaction, as `buildIndex` needs it. A crash leaves it half done, so every statement must
   * bear to be repeated.
   */
  isConcurrent?: boolean
}
