import { z } from 'zod'
import type { Issue } from './errors.ts'
import { instantSchema } from './instant.ts'
import { isDeeperThan } from './is-deeper-than.ts'
import { issuesOf } from './issues.ts'
import { freeText, idSchema, orgIdSchema } from './text.ts'

const maxLevels = 64
const maxEventsPerRequest = 500

/** What every event has: who it concerns, what happened and when. `data` is judged by the event's kind. */
export const envelopeSchema = z
  .object({
    id: idSchema,
    type: freeText({ min: 1, max: 100 }),
    occurredAt: instantSchema,
    orgId: orgIdSchema,
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Event' })

export type Envelope = z.infer<typeof envelopeSchema>

export type EnvelopesResult =
  | { ok: true; envelopes: Envelope[]; isArray: boolean }
  | { ok: false; issues: Issue[] }

/** Reads one event, or an array of 1 to 500 of them, from a parsed body. Issues of all elements are told. */
export function readEnvelopes(body: unknown): EnvelopesResult {
  if (!Array.isArray(body)) {
    const result = readEnvelope(body, '')
    return result.ok ? { ok: true, envelopes: [result.envelope], isArray: false } : result
  }
  if (body.length === 0 || body.length > maxEventsPerRequest) {
    return {
      ok: false,
      issues: [{ path: '', message: `expected an array of 1 to ${maxEventsPerRequest} events` }],
    }
  }
  const envelopes: Envelope[] = []
  const issues: Issue[] = []
  for (const [index, element] of body.entries()) {
    const result = readEnvelope(element, String(index))
    if (result.ok) envelopes.push(result.envelope)
    else issues.push(...result.issues)
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, envelopes, isArray: true }
}

function readEnvelope(
  value: unknown,
  at: string,
): { ok: true; envelope: Envelope } | { ok: false; issues: Issue[] } {
  if (isDeeperThan(value, maxLevels)) {
    return { ok: false, issues: [{ path: at, message: `expected at most ${maxLevels} levels` }] }
  }
  const parsed = envelopeSchema.safeParse(value)
  return parsed.success
    ? { ok: true, envelope: parsed.data }
    : { ok: false, issues: issuesOf(parsed.error, at) }
}
