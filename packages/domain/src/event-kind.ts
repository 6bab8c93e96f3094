import { z } from 'zod'
import type { Contribution } from './contribution.ts'
import type { Issue } from './errors.ts'
import type { EventKey } from './event-key.ts'
import { parseInput } from './parse-input.ts'

/** One kind of event: the shape of its data, in and out, and what it contributes to which records. */
export type EventKind = {
  type: string
  data: z.ZodType
  /** What an event of this kind carries when we send it. */
  sent: z.ZodType
  /** One that we could send. */
  example: Record<string, unknown>
  read: (input: { data: unknown; key: EventKey; orgId: string }) => Reading
}

type Reading = { ok: true; contributions: Contribution[] } | { ok: false; issues: Issue[] }

type Definition<Data> = {
  type: string
  data: z.ZodType<Data>
  /** Where it is more than what has to come in. */
  sent?: z.ZodType
  example: Record<string, unknown>
  /** The workspace that the record inside says it belongs to, where it says so. */
  claimedOrgId?: (data: Data) => { path: string; orgId: string | undefined }
  contributions: (data: Data, key: EventKey) => Contribution[]
}

export function defineEventKind<Data>({
  type,
  data: schema,
  sent = schema,
  example,
  claimedOrgId,
  contributions,
}: Definition<Data>): EventKind {
  return {
    type,
    data: schema,
    sent,
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
