import { z } from 'zod'
import { type Issue, maxIssues } from './errors.ts'
import { isDeeperThan } from './input/is-deeper-than.ts'
import { type ParsedInput, parseInput } from './input/parse-input.ts'
import { freeText, idSchema, orgIdSchema } from './input/text.ts'
import { instantSchema } from './instant.ts'

const maxLevels = 64
const maxEventsPerRequest = 500

/** What every event has: its workspace, what happened and when. The event's kind validates `data`. */
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

/** Reads one event, or an array of 1 to 500 of them, from a parsed body. Reports the issues of all elements, at most about 100. */
export function readEnvelopes(body: unknown): EnvelopesResult {
  if (!Array.isArray(body)) {
    const result = readEnvelope(body, '')
    return result.ok ? { ok: true, envelopes: [result.value], isArray: false } : result
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
    if (result.ok) envelopes.push(result.value)
    else issues.push(...result.issues)
    if (issues.length >= maxIssues) break
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, envelopes, isArray: true }
}

function readEnvelope(value: unknown, at: string): ParsedInput<Envelope> {
  if (isDeeperThan(value, maxLevels)) {
    return { ok: false, issues: [{ path: at, message: `expected at most ${maxLevels} levels` }] }
  }
  return parseInput(envelopeSchema, value, at)
}
