import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** An answer of a platform, shared by every search that asks the same. */
export type FetchedPage = {
  etag: string | null
  lastModified: string | null
  body: string
  /** How long ago the platform said so, by the database's clock. */
  ageMs: number
}

type PageKey = { budgetId: string; requestSha256: Buffer }

/** Finds an answer; with `withinMs`, only one that is younger. */
export async function findFetchedPage(
  database: Database,
  { budgetId, requestSha256, withinMs }: PageKey & { withinMs?: number },
): Promise<FetchedPage | undefined> {
  const isYoung =
    withinMs === undefined ? sql`true` : sql`fetched_at > now() - make_interval(secs => ${withinMs / 1000})`
  const { rows } = await sql<FetchedPage>`
    select etag, last_modified as "lastModified", body,
      (extract(epoch from now() - fetched_at) * 1000)::float8 as "ageMs"
    from fetched_pages
    where budget_id = ${budgetId} and request_sha256 = ${requestSha256} and ${isYoung}`.execute(database)
  return rows[0]
}

/** Remembers an answer. Without a body the one known is still true. */
export async function saveFetchedPage(
  database: Database,
  { budgetId, requestSha256, page }: PageKey & { page: Omit<FetchedPage, 'ageMs'> | 'unchanged' },
): Promise<void> {
  if (page === 'unchanged') {
    await sql`
      update fetched_pages set fetched_at = now()
      where budget_id = ${budgetId} and request_sha256 = ${requestSha256}`.execute(database)
    return
  }
  await sql`
    insert into fetched_pages (budget_id, request_sha256, etag, last_modified, body)
    select budget_id, ${requestSha256}, ${page.etag}, ${page.lastModified}, ${page.body}
    from platform_budgets where budget_id = ${budgetId}
    on conflict on constraint fetched_pages_pkey do update
    set etag = excluded.etag, last_modified = excluded.last_modified, body = excluded.body,
      fetched_at = now()`.execute(database)
}

/** Forgets answers older than `ageMs`, up to `limit`; returns how many. */
export async function forgetFetchedPages(
  database: Database,
  { ageMs, limit }: { ageMs: number; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from fetched_pages where (budget_id, request_sha256) in (
      select budget_id, request_sha256 from fetched_pages
      where fetched_at < now() - make_interval(secs => ${ageMs / 1000})
      order by fetched_at limit ${limit} for update skip locked)`.execute(database)
  return Number(numAffectedRows ?? 0n)
}
