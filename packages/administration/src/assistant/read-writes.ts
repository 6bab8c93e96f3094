import { type AuditEntry, listAuditEntries } from '@signalpost/database/acts'
import { findUserNames } from '@signalpost/database/people'
import { dealStages, moneySchema, orgIdSchema } from '@signalpost/domain'
import { takePage } from '@signalpost/rest'
import { z } from 'zod'
import { findActorNames } from '../audit/read-audit.ts'
import { defineDocuments } from '../define-operation.ts'
import { getShownAssistant } from './read-assistants.ts'
import { describeWrites, type Write } from './undo-write.ts'

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

/** Throws RejectedError `not_found`. */
export const listWritesRead = defineDocuments({
  name: 'assistant.writes',
  summary: 'See what an assistant changed and whether that still stands, the newest first.',
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema, assistantId: z.string() }),
  http: {
    ...{ method: 'get', path: '/assistants/{id}/writes', errors: ['not_found'] },
    operationId: 'listAssistantWrites',
  },
  output: {
    description: 'A page of its entries in the audit log.',
    schema: writeSchema,
    of: (write: z.input<typeof writeSchema>) => write,
  },
  cursor: z.string(),
  readPage: async ({ services, caller, input }, { limit, after: before }) => {
    const { database } = services
    const { orgId, assistantId } = await getShownAssistant(services, caller, input)
    const of = { orgId, actorId: assistantId }
    const page = takePage(await listAuditEntries(database, of, { limit: limit + 1, before }), limit)
    const writes = await describeWrites(database, { orgId, entries: page.items })
    const [people, actors] = await Promise.all([
      findUserNames(database, { orgId, userIds: writes.flatMap(peopleOf) }),
      findActorNames(services, { orgId, actors: writes.flatMap(({ since }) => since?.actor ?? []) }),
    ])
    const names = new Map([...people, ...actors])
    return { items: writes.map((write) => describeWrite(write, names)), nextAfter: page.last?.auditId }
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
