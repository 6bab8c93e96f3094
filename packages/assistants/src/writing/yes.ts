import { createHash, randomUUID } from 'node:crypto'
import type { AssistantCaller } from '@signalpost/authorization'
import { canonicalJson, minuteMs } from '@signalpost/domain'
import type { Cursors } from '@signalpost/rest'
import { z } from 'zod'

/** How long a person has to decide. */
export const yesMs = 5 * minuteMs
const stateSchema = z.object({ nonce: z.uuid(), endsAtMs: z.int() })

export type Question = { caller: AssistantCaller; tool: string; input: unknown }

/** Seals a question: it belongs to one assistant, tool and input, for five minutes. */
export function sealQuestion(
  { cursors, nowMs }: { cursors: Cursors; nowMs: () => number },
  question: Question,
): string {
  return cursors.seal(scopeOf(question), { nonce: randomUUID(), endsAtMs: nowMs() + yesMs })
}

/**
 * Opens a question that was answered. Returns its nonce, under which the write happens once; undefined if it is of another
 * assistant, tool or input, or too old.
 */
export function openQuestion(
  { cursors, nowMs }: { cursors: Cursors; nowMs: () => number },
  question: Question,
  state: string,
): string | undefined {
  try {
    const { nonce, endsAtMs } = cursors.open(scopeOf(question), state, stateSchema)
    return nowMs() < endsAtMs ? nonce : undefined
  } catch {
    return undefined // it was not sealed for this, so it is no yes
  }
}

function scopeOf({ caller: { assistantId, orgId }, tool, input }: Question) {
  const digest = hashInput(input).toString('base64url')
  return { route: 'mcp:yes', orgId, filters: { assistantId, tool, digest } }
}

/** Returns by what a yes knows the input it was given for. */
export function hashInput(input: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(input)).digest()
}
