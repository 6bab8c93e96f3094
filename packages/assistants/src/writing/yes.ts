import { createHash, randomUUID } from 'node:crypto'
import type { AssistantCaller } from '@signalpost/authorization'
import type { ShownChange } from '@signalpost/database/assistant-calls'
import { canonicalJson, minuteMs } from '@signalpost/domain'
import type { Cursors } from '@signalpost/rest'
import { z } from 'zod'

/** How long a person has to decide. */
export const yesMs = 5 * minuteMs
const stateSchema = z.object({ nonce: z.uuid(), endsAtMs: z.int(), seen: z.string() })

export type Question = { caller: AssistantCaller; tool: string; input: unknown }

/** What a person said yes to. */
export type Given = {
  /** Under which the write happens once. */
  key: string
  /** The digest of the change that they saw. */
  seen: string
}

/** Seals a question: it belongs to one assistant, tool, input and change, for five minutes. */
export function sealQuestion(
  { cursors, nowMs }: { cursors: Cursors; nowMs: () => number },
  { question, shown }: { question: Question; shown: ShownChange },
): string {
  const seen = digestOf(shown)
  return cursors.seal(scopeOf(question), { nonce: randomUUID(), endsAtMs: nowMs() + yesMs, seen })
}

/** Opens a question that was answered. Returns undefined if it is of another assistant, tool or input, or too old. */
export function openQuestion(
  { cursors, nowMs }: { cursors: Cursors; nowMs: () => number },
  question: Question,
  state: string,
): Given | undefined {
  try {
    const { nonce, endsAtMs, seen } = cursors.open(scopeOf(question), state, stateSchema)
    return nowMs() < endsAtMs ? { key: nonce, seen } : undefined
  } catch {
    return undefined // it was not sealed for this, so it is no yes
  }
}

function scopeOf({ caller: { assistantId, orgId }, tool, input }: Question) {
  const digest = hashInput(input).toString('base64url')
  return { route: 'mcp:yes', orgId, filters: { assistantId, tool, digest } }
}

/** Returns by what a yes knows the change that the person saw. */
export function digestOf({ facts }: Pick<ShownChange, 'facts'>): string {
  const lines = facts.map(({ label, text, record }) => [label, text, record?.type ?? '', record?.id ?? ''])
  return hashInput(lines).toString('base64url')
}

/** Returns by what a yes knows the input it was given for. */
export function hashInput(input: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(input)).digest()
}
