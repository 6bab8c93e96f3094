import type { AuditFilter } from '@signalpost/database/acts'
import { idSchema, instantSchema, msOf } from '@signalpost/domain'
import { z } from 'zod'

/** The filters of the audit log, under the names that the CLI gives them. */
export const auditFilters = {
  act: z.string().min(1).max(100).optional().meta({ description: 'The act, such as `source.rotate`.' }),
  actor: idSchema.optional().meta({ description: 'The id of the person, key or account.' }),
  since: instantSchema.optional().meta({ description: 'At this moment or later.' }),
  until: instantSchema.optional().meta({ description: 'Before this moment.' }),
}

type Filters = { [Name in keyof typeof auditFilters]?: z.infer<(typeof auditFilters)[Name]> }

export function filterOf(
  orgId: string,
  { act, actor, since, until }: Filters,
): AuditFilter & { orgId: string } {
  const dateOf = (moment: Filters['since']) => (moment === undefined ? undefined : new Date(msOf(moment)))
  return { orgId, act, actorId: actor, since: dateOf(since), until: dateOf(until) }
}
