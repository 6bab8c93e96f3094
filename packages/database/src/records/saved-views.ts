import { RejectedError } from '@signalpost/domain'
import { sql } from 'kysely'
import type { AuditActor } from '../acts/audit-log.ts'
import type { Database, DatabaseTransaction } from '../database.ts'
import { createId } from '../ids.ts'

/** Filters of the list of signals, under a name. */
export type SavedView = {
  viewId: string
  orgId: string
  name: string
  /** As in the address of the list. */
  filters: Record<string, string | undefined>
  /** Whether all of the workspace sees it, or only who made it. */
  isShared: boolean
  createdBy: AuditActor
  createdAt: Date
}

/** More tabs than these no one reads. */
const mostVisible = 50

/**
 * Throws RejectedError `conflict` where the workspace, or for a view of one's own the person, has 50. Two at once may
 * make one more.
 */
export async function createSavedView(
  transaction: DatabaseTransaction,
  { orgId, name, filters, isShared, createdBy }: Omit<SavedView, 'viewId' | 'createdAt'>,
): Promise<SavedView> {
  const { rows: alike } = await sql<{ count: number }>`
    select count(*)::int as count from saved_views
    where org_id = ${orgId} and is_shared = ${isShared} and (is_shared or ${isOf(createdBy)})`.execute(
    transaction,
  )
  if ((alike[0]?.count ?? 0) >= mostVisible) {
    const whose = isShared ? 'The workspace has' : 'You have'
    throw new RejectedError('conflict', `${whose} ${mostVisible} saved views. Delete one first.`)
  }
  const { rows } = await sql<SavedView>`
    insert into saved_views (view_id, org_id, name, filters, is_shared, created_by_kind, created_by_id)
    values (${createId('viw_')}, ${orgId}, ${name}, ${JSON.stringify(filters)}, ${isShared},
            ${createdBy.kind}, ${createdBy.id})
    returning ${columns}`.execute(transaction)
  return firstOf(rows)
}

/** Returns the views that the workspace shares, and those of one's own, by name. */
export async function listSavedViews(
  database: Database,
  { orgId, of }: { orgId: string; of: AuditActor },
): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select ${columns} from saved_views
    where org_id = ${orgId} and (is_shared or ${isOf(of)})
    order by name, view_id`.execute(database)
  return rows
}

/** Returns the deleted view. Throws RejectedError `not_found`, also for the view that another person keeps to themselves. */
export async function deleteSavedView(
  transaction: DatabaseTransaction,
  { viewId, orgId, of }: { viewId: string; orgId?: string | undefined; of: AuditActor },
): Promise<SavedView> {
  const ofWorkspace = orgId === undefined ? sql`true` : sql`org_id = ${orgId}`
  const { rows } = await sql<SavedView>`
    delete from saved_views
    where view_id = ${viewId} and ${ofWorkspace} and (is_shared or ${isOf(of)})
    returning ${columns}`.execute(transaction)
  return firstOf(rows)
}

function isOf({ kind, id }: AuditActor) {
  return sql`(created_by_kind = ${kind} and created_by_id = ${id})`
}

function firstOf([view]: SavedView[]): SavedView {
  if (view === undefined) throw new RejectedError('not_found', 'There is no such view.')
  return view
}

const columns = sql`
  view_id as "viewId", org_id as "orgId", name, filters, is_shared as "isShared",
  jsonb_build_object('kind', created_by_kind, 'id', created_by_id) as "createdBy", created_at as "createdAt"`
