import type { z } from 'zod'
import type { Issue } from './errors.ts'

/** zod's issues as ours: dotted paths, messages that say what was expected and never repeat the input. */
export function issuesOf(error: z.ZodError, at = ''): Issue[] {
  return error.issues.map((issue) => ({ path: joinPath(at, issue.path), message: messageOf(issue) }))
}

function joinPath(at: string, path: PropertyKey[]): string {
  return [at, ...path.map(String)].filter((part) => part !== '').join('.')
}

function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.expected}`
    case 'invalid_value':
      return `expected ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return `expected no members but the documented ones; ${issue.keys.length} unknown`
    default:
      return issue.message
  }
}
