import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** What PostgreSQL says about its size, its connections, its archive and its standbys. */
export type StoreMeasures = {
  databaseBytes: number
  /** Connections of clients, of all databases of the server. */
  connections: number
  /** How many the server takes from ordinary roles. */
  connectionsMost: number
  /** Undefined while the server archives no WAL. */
  archive: { isFailing: boolean } | undefined
  /** WAL that the server keeps because a replication slot still needs it. */
  retainedWalBytes: number
  standbys: number
  /** WAL that the slowest standby has not replayed; undefined where the role may not see it. */
  standbyLagBytes: number | undefined
}

type Row = Omit<StoreMeasures, 'archive' | 'standbyLagBytes'> & {
  archives: boolean
  archiveFails: boolean
  standbyLagBytes: number | null
}

export async function measureStore(database: Database): Promise<StoreMeasures> {
  const { rows } = await sql<Row>`
    with position as (
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end as lsn
    ), standby as (
      select replay_lsn from pg_stat_replication where state is distinct from 'backup'
    )
    select pg_database_size(current_database())::float8 as "databaseBytes",
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections,
      (select sum(case name when 'max_connections' then 1 else -1 end * setting::integer)::integer from pg_settings
       where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')
      ) as "connectionsMost",
      current_setting('archive_mode') <> 'off' as archives,
      (select last_failed_time is not null and (last_archived_time is null or last_failed_time > last_archived_time)
       from pg_stat_archiver) as "archiveFails",
      coalesce((select max(pg_wal_lsn_diff(lsn, restart_lsn)) from pg_replication_slots, position), 0)::float8
        as "retainedWalBytes",
      (select count(*)::integer from standby) as standbys,
      (select max(pg_wal_lsn_diff(lsn, replay_lsn)) from standby, position)::float8 as "standbyLagBytes"
  `.execute(database)
  const [row] = rows
  if (row === undefined) throw new Error('The database answered without a row.')
  const { archives, archiveFails, standbyLagBytes, ...measures } = row
  return {
    ...measures,
    archive: archives ? { isFailing: archiveFails } : undefined,
    standbyLagBytes: standbyLagBytes ?? undefined,
  }
}
