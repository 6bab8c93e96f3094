import type { z } from 'zod'
import type { Issue } from './errors.ts'

const showableName = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/

/** zod's issues as ours: dotted paths, messages that say what was expected and never repeat the input. */
export function issuesOf(error: z.ZodError, at = ''): Issue[] {
  return error.issues.flatMap((issue) => {
    const path = joinPath(at, issue.path)
    if (issue.code !== 'unrecognized_keys') return [{ path, message: messageOf(issue) }]
    return issue.keys.map((name) => ({
      path: joinPath(path, [showable(name)]),
      message: 'expected no members but the documented ones',
    }))
  })
}

/** A name that the caller made up, as far as it may be shown again: at most the name of an identifier. */
export function showable(name: string): string {
  return showableName.test(name) ? name : ''
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
    default:
      return issue.message
  }
}
