import type { Database } from '@signalpost/database'
import {
  type AuditActor,
  type AuditEntry,
  type AuditFilter,
  findRecordNames,
  listAuditEntries,
} from '@signalpost/database/acts'
import { findAssistantNames } from '@signalpost/database/assistants'
import { findPeopleNames, findUserNames } from '@signalpost/database/people'
import { idSchema, instantSchema, msOf, orgIdSchema } from '@signalpost/domain'
import { takePage } from '@signalpost/rest'
import { z } from 'zod'
import { defineDocuments } from '../define-operation.ts'

/** The filters of the audit log, for every face. */
export const auditFilters = {
  act: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Only entries of this act, such as source.rotate.' }),
  actor: idSchema.optional().meta({ description: 'Only entries of this person, key or account.' }),
  since: instantSchema.optional().meta({ description: 'Only entries since this time.' }),
  until: instantSchema.optional().meta({ description: 'Only entries before this time.' }),
}

const filtersSchema = z.object(auditFilters)

export function auditFilterOf({ act, actor, since, until }: z.output<typeof filtersSchema>): AuditFilter {
  const dateOf = (moment: typeof since) => (moment === undefined ? undefined : new Date(msOf(moment)))
  return { act, actorId: actor, since: dateOf(since), until: dateOf(until) }
}

const state = z.record(z.string(), z.unknown()).nullable()

const entrySchema = z.object({
  auditId: z.string(),
  at: z.iso.datetime(),
  orgId: z.string().nullable(),
  actor: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  act: z.string(),
  target: z.object({
    type: z.string(),
    id: z.string(),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Of a record that is still there, or the name that the act gave or took.' }),
  }),
  before: state.meta({ description: 'Null where the act created the target.' }),
  after: state.meta({ description: 'Null where the act removed the target.' }),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  refusal: z
    .string()
    .nullable()
    .meta({ description: 'Why the act was refused; null for one that was done.' }),
  via: z
    .enum(['cli'])
    .nullable()
    .meta({ description: 'How the act of a person came in; null for one in a browser.' }),
})

type NamedEntry = AuditEntry & { name: string | null; targetName: string | null }

export const listAuditRead = defineDocuments({
  name: 'audit.list',
  summary: 'List what people, keys and the command line did, and what was refused, newest first.',
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema.optional(), ...auditFilters }),
  http: { method: 'get', path: '/audit', errors: [], operationId: 'listAudit' },
  output: {
    description: 'A page of the log.',
    schema: entrySchema,
    of: ({ name, targetName, at, actor, target, ...entry }: NamedEntry) => ({
      ...entry,
      ...{ at: at.toISOString(), actor: { ...actor, name }, target: { ...target, name: targetName } },
    }),
  },
  cursor: z.string().regex(/^aud_[0-9a-z]{26}$/),
  readPage: async ({ services: { database }, caller, input: { orgId, ...filters } }, { limit, after }) => {
    const filter = { orgId, ...auditFilterOf(filters), withLogins: caller.isOperator }
    const found = await listAuditEntries(database, filter, { limit: limit + 1, before: after })
    const { items: entries, last } = takePage(found, limit)
    const [actors, people, records] = await Promise.all([
      findActorNames({ database }, { orgId, actors: entries.map(({ actor }) => actor) }),
      findTargetNames(database, { orgId, targets: entries.map(({ target }) => target) }),
      orgId === undefined
        ? new Map<string, string>()
        : findRecordNames(database, { orgId, ids: entries.map(({ target }) => target.id) }),
    ])
    // A signal is called by its title, which is its text: no row of the log has that.
    const nameTarget = ({ target: { type, id }, before, after }: AuditEntry) =>
      type === 'signal'
        ? null
        : (records.get(`${type} ${id}`) ??
          people.get(id) ??
          actors.get(id) ??
          nameIn(after) ??
          nameIn(before))
    return {
      items: entries.map((entry) => ({
        ...entry,
        ...{ name: actors.get(entry.actor.id) ?? null, targetName: nameTarget(entry) ?? null },
      })),
      nextAfter: last?.auditId,
    }
  },
})

/** What was refused may name a person of another workspace. */
function findTargetNames(
  database: Database,
  { orgId, targets }: { orgId: string | undefined; targets: readonly AuditEntry['target'][] },
): Promise<ReadonlyMap<string, string>> {
  const userIds = targets.flatMap(({ type, id }) => (type === 'person' ? id : []))
  return orgId === undefined
    ? findPeopleNames(database, userIds)
    : findUserNames(database, { orgId, userIds })
}

function nameIn(state: AuditEntry['after']): string | undefined {
  return typeof state?.name === 'string' ? state.name : undefined
}

const systemNames = new Map([['mail_link', 'a link in a message']])

/** Returns the names of actors by their ids. An assistant, of a workspace, has that of its client. */
export async function findActorNames(
  { database }: { database: Database },
  { orgId, actors }: { orgId: string | undefined; actors: readonly AuditActor[] },
): Promise<ReadonlyMap<string, string | null>> {
  const idsOf = (kind: AuditActor['kind']) => [
    ...new Set(actors.flatMap((actor) => (actor.kind === kind ? actor.id : []))),
  ]
  const keyIds = idsOf('key')
  const [people, assistants, records] = await Promise.all([
    findPeopleNames(database, idsOf('person')),
    orgId === undefined ? [] : findAssistantNames(database, { orgId, assistantIds: idsOf('assistant') }),
    orgId === undefined ? new Map<string, string>() : findRecordNames(database, { orgId, ids: keyIds }),
  ])
  const keys = keyIds.map((id) => [id, records.get(`key ${id}`) ?? null] as const)
  return new Map([...systemNames, ...people, ...assistants, ...keys])
}
