import { RejectedError, ruleDefinitionSchema } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { joinTransaction } from '../join-transaction.ts'
import { insertRule } from '../rules/rules.ts'

/**
 * A tenant. `analysisAllowance` is a number of analyses per month. Settled deliveries are kept `retentionDays`, and at
 * most as long as the ledger keeps any; null for that long.
 */
export type Workspace = {
  orgId: string
  name: string
  plan: string
  accountIntelligence: boolean
  analysisAllowance: number
  retentionDays: number | null
  /** The channel through which its admins hear of troubles; null means by mail. */
  fallbackChannelId: string | null
  /** Of all keys and people together; null for the installation's limit, 0 for none. */
  mostRequestsPerMinute: number | null
  /** Null for the installation's limit, as below. */
  mostOpenJobs: number | null
  mostListeners: number | null
  createdAt: Date
}

/** Absent and undefined members stay unchanged. */
export type WorkspaceChanges = {
  [Name in Exclude<keyof Workspace, 'orgId' | 'createdAt'>]?: Workspace[Name] | undefined
}

/** Creates a workspace with one rule. Throws RejectedError `conflict` if the id is taken. */
export async function createWorkspace(
  database: Database,
  workspace: Pick<Workspace, 'orgId' | 'name' | 'plan' | 'accountIntelligence' | 'analysisAllowance'>,
): Promise<Workspace> {
  return joinTransaction(database, async (transaction) => {
    const { rows } = await sql<Workspace>`
      insert into workspaces (org_id, name, plan, account_intelligence, analysis_allowance)
      values (${workspace.orgId}, ${workspace.name}, ${workspace.plan}, ${workspace.accountIntelligence},
              ${workspace.analysisAllowance})
      on conflict do nothing
      returning ${columns}`.execute(transaction)
    const [created] = rows
    if (created === undefined)
      throw new RejectedError('conflict', 'There is already a workspace with this id.')
    await insertRule(transaction, { orgId: created.orgId, ...firstRule() })
    return created
  })
}

function firstRule() {
  const definition = ruleDefinitionSchema.parse({ conditions: { minUrgency: 'high' }, channels: 'all' })
  return { name: 'Urgent signals', definition }
}

/** Changes the given members only. Throws RejectedError `not_found`. */
export async function updateWorkspace(
  database: Database,
  orgId: string,
  changes: WorkspaceChanges,
): Promise<Workspace> {
  const { rows } = await sql<Workspace>`
    update workspaces
    set name = coalesce(${changes.name ?? null}, name),
        plan = coalesce(${changes.plan ?? null}, plan),
        account_intelligence = coalesce(${changes.accountIntelligence ?? null}, account_intelligence),
        analysis_allowance = coalesce(${changes.analysisAllowance ?? null}, analysis_allowance),
        retention_days = case when ${changes.retentionDays === undefined} then retention_days
          else ${changes.retentionDays ?? null}::integer end,
        fallback_channel_id = case when ${changes.fallbackChannelId === undefined} then fallback_channel_id
          else ${changes.fallbackChannelId ?? null} end,
        most_requests_per_minute = case when ${changes.mostRequestsPerMinute === undefined}
          then most_requests_per_minute else ${changes.mostRequestsPerMinute ?? null}::integer end,
        most_open_jobs = case when ${changes.mostOpenJobs === undefined} then most_open_jobs
          else ${changes.mostOpenJobs ?? null}::integer end,
        most_listeners = case when ${changes.mostListeners === undefined} then most_listeners
          else ${changes.mostListeners ?? null}::integer end
    where org_id = ${orgId}
    returning ${columns}`.execute(database)
  const [updated] = rows
  if (updated === undefined) throw new RejectedError('not_found', 'There is no such workspace.')
  return updated
}

export async function findWorkspace(database: Database, orgId: string): Promise<Workspace | undefined> {
  const { rows } = await sql<Workspace>`
    select ${columns} from workspaces where org_id = ${orgId}`.execute(database)
  return rows[0]
}

/** Returns every workspace, by id. */
export async function listWorkspaces(database: Database): Promise<Workspace[]> {
  const { rows } = await sql<Workspace>`select ${columns} from workspaces order by org_id`.execute(database)
  return rows
}

const columns = sql`
  org_id as "orgId", name, plan, account_intelligence as "accountIntelligence",
  analysis_allowance as "analysisAllowance", retention_days as "retentionDays", fallback_channel_id as "fallbackChannelId",
  most_requests_per_minute as "mostRequestsPerMinute", most_open_jobs as "mostOpenJobs",
  most_listeners as "mostListeners", created_at as "createdAt"`
