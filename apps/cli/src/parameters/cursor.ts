import { parseInput } from '@signalpost/domain'
import type { z } from 'zod'
import { UsageError } from '../command/usage-error.ts'
import { optional } from './parameter.ts'

/** A console elsewhere has cursors of its own, so only the command can read one. */
export const cursorParameter = optional('--cursor <cursor>', 'the nextCursor of the previous page')

/** Reads a cursor of the installation. Throws UsageError. */
export function readCursor<Value>(
  schema: z.ZodType<Value, string>,
  text: string | undefined,
): Value | undefined {
  if (text === undefined) return undefined
  const parsed = parseInput(schema, text)
  if (parsed.ok) return parsed.value
  throw new UsageError(`--cursor: ${parsed.issues[0]?.message ?? 'not valid'}`)
}
