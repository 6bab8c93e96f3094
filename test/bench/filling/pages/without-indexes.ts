import { openStatements } from '../../stage/start-bench-postgres.ts'

/** Runs `work` while the table has its primary key alone and no triggers fire; then builds its indexes again. */
export async function withoutIndexes(
  databaseUrl: string,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  const { query, close } = await openStatements(databaseUrl)
  try {
    const indexes = await query(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
      [table],
    )
    for (const { name } of indexes) await query(`drop index ${String(name)}`)
    await query(`alter table ${table} disable trigger user`)
    await work()
    await query(`alter table ${table} enable trigger user`)
    await query("set maintenance_work_mem = '512MB'")
    for (const { definition } of indexes) await query(String(definition).replace(' ON ONLY ', ' ON '))
    await query(`vacuum analyze ${table}`)
  } finally {
    await close()
  }
}
