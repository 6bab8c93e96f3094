import type { z } from 'zod'
import type { Issue } from '../errors.ts'
import { describeIssue } from './describe-issue.ts'
import { issuesOf } from './issues.ts'

/** The value as its schema converts it, or at most 100 issues. */
export type ParsedInput<Value> = { ok: true; value: Value } | { ok: false; issues: Issue[] }

/** Validates untrusted input. `at` is the path of the value in the whole input. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  at = '',
): ParsedInput<z.output<Schema>> {
  const parsed = schema.safeParse(input, { error: describeIssue })
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, issues: issuesOf(parsed.error.issues, at) }
}
