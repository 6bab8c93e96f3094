import { z } from 'zod'
import type { Contribution } from './contribution.ts'
import type { Issue } from './errors.ts'
import type { EventKey } from './event-key.ts'
import { parseInput } from './input/parse-input.ts'
import type { SentOn } from './sent-on.ts'

/** One kind of event: its data in both directions, what it contributes to which records, and when we send it. */
export type EventKind = {
  type: string
  data: z.ZodType
  /** The data of an event of this kind that we send. */
  sent: z.ZodType
  /** What we send it for. A kind without it is only received. */
  sentOn: SentOn | undefined
  /** Data that is valid in both directions. */
  example: Record<string, unknown>
  read: (input: { data: unknown; key: EventKey; orgId: string }) => Reading
}

/** A kind of event that we send. */
export type SentKind = Pick<EventKind, 'type' | 'sent' | 'example'> & {
  sentOn: SentOn
  /** Whether one request may carry an array of such events. */
  isGathered?: boolean
}

type Reading = { ok: true; contributions: Contribution[] } | { ok: false; issues: Issue[] }

type Definition<Data> = {
  type: string
  data: z.ZodType<Data>
  /** Where we send more than we require. */
  sent?: z.ZodType
  sentOn?: SentOn
  example: Record<string, unknown>
  /** The workspace that the record inside claims to belong to, if it claims one. */
  claimedOrgId?: (data: Data) => { path: string; orgId: string | undefined }
  contributions: (data: Data, key: EventKey) => Contribution[]
}

export function defineEventKind<Data>({
  type,
  data: schema,
  sent = schema,
  sentOn,
  example,
  claimedOrgId,
  contributions,
}: Definition<Data>): EventKind {
  return {
    type,
    data: schema,
    sent,
    sentOn,
    example,
    read: ({ data, key, orgId }) => {
      const parsed = parseInput(schema, data, 'data')
      if (!parsed.ok) return parsed
      const claim = claimedOrgId?.(parsed.value)
      if (claim?.orgId !== undefined && claim.orgId !== orgId) {
        return {
          ok: false,
          issues: [{ path: claim.path, message: "expected the workspace of the event's source" }],
        }
      }
      return { ok: true, contributions: contributions(parsed.value, key) }
    },
  }
}

/** A record inside an event: null in an optional field counts as absent. */
export function documentSchema<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(withoutNullMembers, schema)
}

function withoutNullMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullMembers)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNullMembers(member)]))
}
