import { type Kysely, sql } from 'kysely'

/** Whether a text can be converted to a type. No cast of PostgreSQL 15 says so without ending its statement. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function fits_type(value text, type text) returns boolean language plpgsql stable as $$
    begin
      execute format('select %L::%s', value, type);
      return true;
    exception when data_exception then
      return false;
    end
    $$`.execute(database)
}
