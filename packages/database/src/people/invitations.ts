import { RejectedError } from '@signalpost/domain'
import { sql } from 'kysely'
import type { AuditActor } from '../acts/audit-log.ts'
import type { Database, DatabaseTransaction } from '../database.ts'
import { createId } from '../ids.ts'
import type { MemberRole } from './memberships.ts'

/** An invitation for one address into one workspace, usable once. */
export type Invitation = {
  invitationId: string
  orgId: string
  email: string
  role: MemberRole
  isOperator: boolean
  /** Whether its link may log in a person who already exists. */
  logsIn: boolean
  invitedBy: AuditActor
  createdAt: Date
  endsAt: Date
  usedAt: Date | null
  usedBy: string | null
  revokedAt: Date | null
}

type NewInvitation = Pick<Invitation, 'orgId' | 'email' | 'role' | 'isOperator' | 'logsIn' | 'invitedBy'> & {
  tokenSha256: Buffer
  nowMs: number
  endsMs: number
}

/** Replaces an open invitation of the address to the workspace. Throws RejectedError `not_found` for the workspace. */
export async function createInvitation(
  transaction: DatabaseTransaction,
  { orgId, email, role, isOperator, logsIn, invitedBy, tokenSha256, nowMs, endsMs }: NewInvitation,
): Promise<Invitation> {
  const now = new Date(nowMs)
  await sql`
    update invitations set revoked_at = ${now}
    where email = ${email} and org_id = ${orgId} and used_at is null and revoked_at is null`.execute(
    transaction,
  )
  const { rows } = await sql<Invitation>`
    insert into invitations (invitation_id, token_sha256, org_id, email, role, is_operator, logs_in, invited_by_kind,
                             invited_by_id, created_at, ends_at)
    select ${createId('inv_', nowMs)}, ${tokenSha256}, org_id, ${email}, ${role}, ${isOperator}, ${logsIn},
           ${invitedBy.kind}, ${invitedBy.id}, ${now}, ${new Date(endsMs)}
    from workspaces where org_id = ${orgId}
    returning ${columns}`.execute(transaction)
  const [created] = rows
  if (created === undefined) throw new RejectedError('not_found', 'There is no such workspace.')
  return created
}

/** Returns the invitations of a workspace, also those that are used or over; the newest first. */
export async function listInvitations(
  database: Database,
  { orgId }: { orgId: string },
): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select ${columns} from invitations where org_id = ${orgId} order by invitation_id desc`.execute(database)
  return rows
}

/** Throws RejectedError `not_found`. */
export async function getInvitation(
  database: Database,
  { invitationId, orgId }: { invitationId: string; orgId?: string | undefined },
): Promise<Invitation> {
  const isMeant = orgId === undefined ? sql`true` : sql`org_id = ${orgId}`
  const { rows } = await sql<Invitation>`
    select ${columns} from invitations where invitation_id = ${invitationId} and ${isMeant}`.execute(database)
  const [found] = rows
  if (found === undefined) throw new RejectedError('not_found', 'There is no such invitation.')
  return found
}

/** Ends an invitation before it is used. One that is used or over stays as it is. */
export async function revokeInvitation(
  transaction: DatabaseTransaction,
  { invitationId, nowMs }: { invitationId: string; nowMs: number },
): Promise<void> {
  const now = new Date(nowMs)
  await sql`
    update invitations set revoked_at = ${now}
    where invitation_id = ${invitationId} and ${isOpen(now)}`.execute(transaction)
}

/**
 * Ends the open invitations to and from a person, in one workspace or in all, and of operators alone if asked. Returns
 * which ended.
 */
export async function revokeInvitationsAround(
  transaction: DatabaseTransaction,
  {
    personId,
    email,
    orgId,
    ofOperators = false,
    nowMs,
  }: {
    personId: string
    email: string | null
    orgId?: string | undefined
    ofOperators?: boolean
    nowMs: number
  },
): Promise<string[]> {
  const now = new Date(nowMs)
  const isThere = orgId === undefined ? sql`true` : sql`org_id = ${orgId}`
  const isMeant = ofOperators ? sql`is_operator` : sql`true`
  const { rows } = await sql<{ invitationId: string }>`
    update invitations set revoked_at = ${now}
    where ${isOpen(now)} and ${isThere} and ${isMeant}
      and (email = ${email} or (invited_by_kind = 'person' and invited_by_id = ${personId}))
    returning invitation_id as "invitationId"`.execute(transaction)
  return rows.map(({ invitationId }) => invitationId).toSorted()
}

/** Returns the open invitation for a token, to look at. */
export async function findInvitation(
  database: Database,
  { tokenSha256, nowMs }: { tokenSha256: Buffer; nowMs: number },
): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    select ${columns} from invitations
    where token_sha256 = ${tokenSha256} and ${isOpen(new Date(nowMs))}`.execute(database)
  return rows[0]
}

/** Returns the open invitation for a token, and locks it until it is used. */
export async function lockInvitation(
  transaction: DatabaseTransaction,
  { tokenSha256, nowMs }: { tokenSha256: Buffer; nowMs: number },
): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    select ${columns} from invitations
    where token_sha256 = ${tokenSha256} and ${isOpen(new Date(nowMs))} for update`.execute(transaction)
  return rows[0]
}

/** Returns the open invitations of an address, the oldest first, and locks them until they are used. */
export async function lockInvitationsOf(
  transaction: DatabaseTransaction,
  { email, nowMs }: { email: string; nowMs: number },
): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select ${columns} from invitations
    where email = ${email} and ${isOpen(new Date(nowMs))} order by invitation_id for update`.execute(
    transaction,
  )
  return rows
}

export async function takeUpInvitation(
  transaction: DatabaseTransaction,
  { invitationId, personId, nowMs }: { invitationId: string; personId: string; nowMs: number },
): Promise<void> {
  await sql`
    update invitations set used_at = ${new Date(nowMs)}, used_by = ${personId}
    where invitation_id = ${invitationId}`.execute(transaction)
}

function isOpen(now: Date) {
  return sql`used_at is null and revoked_at is null and ends_at > ${now}`
}

const columns = sql`
  invitation_id as "invitationId", org_id as "orgId", email, role, is_operator as "isOperator", logs_in as "logsIn",
  jsonb_build_object('kind', invited_by_kind, 'id', invited_by_id) as "invitedBy", created_at as "createdAt",
  ends_at as "endsAt", used_at as "usedAt", used_by as "usedBy", revoked_at as "revokedAt"`
