import {
  describeWrites,
  getShownAssistant,
  undoWrite,
  type Write,
} from '@signalpost/administration/assistant'
import { findActorNames } from '@signalpost/administration/audit'
import { type AuditEntry, listAuditEntries } from '@signalpost/database/acts'
import { findPeopleNames } from '@signalpost/database/people'
import { dealStages, idSchema, moneySchema } from '@signalpost/domain'
import { pageOf, pageQuery, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

const valueSchema = z.union([
  z.object({ personId: z.string(), name: z.string().nullable() }),
  z.object({ stage: z.enum(dealStages) }),
  z.object(moneySchema.shape),
])
const writeSchema = z.object({
  auditId: z.string(),
  at: z.iso.datetime(),
  act: z.string(),
  target: z.object({
    type: z.string(),
    id: z.string(),
    name: z.string().nullable().meta({ description: 'The title of a signal, the name of another record.' }),
  }),
  changes: z
    .array(
      z.object({
        member: z.enum(['assignedTo', 'stage', 'value', 'ownerId']),
        from: valueSchema.nullable(),
        to: valueSchema.nullable(),
      }),
    )
    .meta({ description: 'Of an act that can be undone.' }),
  state: z.enum(['stands', 'undone', 'changed', 'gone', 'final']).meta({
    description:
      '`stands`: the record holds what was written, so it can be undone. `undone`: it holds again what it held before. `final`: no act undoes it.',
  }),
  since: z
    .object({
      at: z.iso.datetime(),
      actor: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
    })
    .nullable()
    .meta({ description: 'What changed it since. Null where nothing did, or an event of a source.' }),
})
const writeCursorSchema = z.object({ after: z.string() })

export const listAssistantWrites = defineRoute({
  operationId: 'listAssistantWrites',
  method: 'get',
  path: '/console/api/w/{orgId}/assistants/{id}/writes',
  role: 'viewer',
  summary: 'See what an assistant changed and whether that still stands, the newest first',
  params: recordParams,
  query: z.object(pageQuery),
  success: {
    status: 200,
    description: 'A page of its entries in the audit log.',
    schema: pageOf(writeSchema),
  },
  errors: ['not_found'],
  handle: async (services, { caller, params, query: { limit, cursor } }) => {
    const { database, cursors } = services
    const { orgId, assistantId } = await getShownAssistant(services, caller, {
      ...{ orgId: params.orgId, assistantId: params.id },
    })
    const scope = { route: 'listAssistantWrites', orgId, filters: { assistantId } }
    const before = cursor === undefined ? undefined : cursors.open(scope, cursor, writeCursorSchema).after
    const { items, nextCursor } = await readPage({
      limit,
      list: async (most) => ({
        items: await listAuditEntries(database, { orgId, actorId: assistantId }, { limit: most, before }),
      }),
      sealAfter: ({ auditId }) => cursors.seal(scope, { after: auditId }),
    })
    const writes = await describeWrites(database, { orgId, entries: items })
    const [people, actors] = await Promise.all([
      findPeopleNames(database, writes.flatMap(peopleOf)),
      findActorNames(services, { orgId, actors: writes.flatMap(({ since }) => since?.actor ?? []) }),
    ])
    const names = new Map([...people, ...actors])
    return { items: writes.map((write) => describeWrite(write, names)), nextCursor }
  },
})

export const undoAssistantWrite = defineRoute({
  operationId: 'undoAssistantWrite',
  method: 'post',
  path: '/console/api/w/{orgId}/assistants/{id}/undo',
  role: 'member',
  summary: 'Put back what an assistant assigned or changed in a deal, where it still stands',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({ auditId: idSchema.meta({ description: 'The entry of the audit log.' }) }),
  success: {
    status: 204,
    description: 'It is as it was before, by the same act in your name.',
    schema: z.undefined(),
  },
  errors: ['not_found', 'conflict'],
  handle: async (services, { caller, params, body: { auditId } }) => {
    const { orgId, assistantId } = await getShownAssistant(services, caller, {
      ...{ orgId: params.orgId, assistantId: params.id },
    })
    await undoWrite(services, { caller, orgId, assistantId, auditId })
    return undefined
  },
})

function peopleOf({ changes }: Write): string[] {
  const values = changes.flatMap(({ member, from, to }) => (isOfPerson(member) ? [from, to] : []))
  return values.filter((id) => typeof id === 'string')
}

function describeWrite(
  { entry: { auditId, at, act }, state, record, changes, since }: Write,
  names: ReadonlyMap<string, string | null>,
): z.input<typeof writeSchema> {
  const nameOf = (id: string) => names.get(id) ?? null
  const show = (member: Write['changes'][number]['member'], value: unknown) => {
    const isPerson = isOfPerson(member) && typeof value === 'string'
    const person = isPerson ? { personId: value, name: nameOf(value) } : undefined
    const given = person ?? (member === 'stage' ? { stage: value } : value)
    // An entry never changes, so one that an older version wrote may not be read.
    return valueSchema.safeParse(given).data ?? null
  }
  return {
    ...{ auditId, at: at.toISOString(), act, target: record, state },
    changes: changes.map(({ member, from, to }) => ({
      ...{ member, from: show(member, from), to: show(member, to) },
    })),
    since: since && sinceOf(since, nameOf),
  }
}

function sinceOf({ at, actor }: AuditEntry, nameOf: (id: string) => string | null) {
  return { at: at.toISOString(), actor: { ...actor, name: nameOf(actor.id) } }
}

function isOfPerson(member: Write['changes'][number]['member']): boolean {
  return member === 'assignedTo' || member === 'ownerId'
}
