import type { Database } from '@signalpost/database'
import { findWorkspace, findWorkspacesOf, listWorkspaces, type Workspace } from '@signalpost/database/access'
import { canaryOrgId, orgIdSchema, RejectedError } from '@signalpost/domain'
import { UsageError } from '../command/usage-error.ts'
import { optional } from './parameter.ts'

export const workspaceParameter = optional(
  '--workspace <org>',
  'the workspace (default: the only one)',
  orgIdSchema,
)

/** For commands that name a record by its id, which already identifies the workspace. */
export const workspaceOfIdParameter = optional(
  '--workspace <org>',
  'fail unless it is in this workspace',
  orgIdSchema,
)

/** For lists of what is in several workspaces. */
export const onlyWorkspaceParameter = optional(
  '--workspace <org>',
  'only what is in this workspace',
  orgIdSchema,
)

/**
 * Returns the named workspace, that of the thing, or the only one beside that of the canary. Throws RejectedError or
 * UsageError.
 */
export async function getWorkspace(
  database: Database,
  orgId: string | undefined,
  about?: { noun: string; id: string; mustExist?: true },
): Promise<Workspace> {
  if (about?.mustExist === true) await demand(database, orgId, about)
  if (orgId !== undefined) {
    const found = await findWorkspace(database, orgId)
    if (found === undefined) throw new RejectedError('not_found', 'There is no such workspace.')
    return found
  }
  const [its, ...more] = about === undefined ? [] : await findWorkspacesOf(database, about)
  if (its !== undefined && more.length === 0) return getWorkspace(database, its)
  const all = await listWorkspaces(database)
  const [only, ...others] = all.filter((one) => one.orgId !== canaryOrgId)
  if (only === undefined) {
    throw new RejectedError(
      'not_found',
      'There is no workspace yet. Create one with ./signalpost workspace create.',
    )
  }
  // As at a console elsewhere: an id that no workspace has names none of several.
  if (others.length > 0 && about !== undefined && its === undefined) {
    throw new RejectedError('not_found', `There is no such ${about.noun}.`)
  }
  if (others.length > 0)
    throw new UsageError(`--workspace is needed: there are ${others.length + 1} workspaces`)
  return only
}

async function demand(
  database: Database,
  orgId: string | undefined,
  { noun, id }: { noun: string; id: string },
): Promise<void> {
  const found = await findWorkspacesOf(database, {
    noun,
    id,
    ...(orgId !== undefined && { orgIds: [orgId] }),
  })
  if (found.length === 0) throw new RejectedError('not_found', `There is no such ${noun}.`)
}
