import { runStatement } from '../stage/start-bench-postgres.ts'

/** Lets changes leave no trace for warehouses. */
export async function stopCapturing(databaseUrl: string): Promise<void> {
  const [row] = await runStatement(
    databaseUrl,
    // Some tables are captured themselves, others leave a record of each row in one that is.
    `select string_agg(distinct format('alter table %s disable trigger user', tgrelid::regclass), ';') as statements
     from pg_trigger join pg_proc on pg_proc.oid = tgfoid
     where (proname = 'draw_version' or proname like '%\\_mirror') and not tgisinternal`,
  )
  if (typeof row?.statements !== 'string') throw new Error('No table has change capture.')
  await runStatement(databaseUrl, row.statements)
}
