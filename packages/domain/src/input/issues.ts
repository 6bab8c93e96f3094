import type { z } from 'zod'
import { type Issue, maxIssues } from '../errors.ts'

const showableName = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/

/** Converts issues of zod into ours, with dotted paths. Stops at 100, because the input decides how many there are. */
export function issuesOf(issues: readonly z.core.$ZodIssue[], at = ''): Issue[] {
  return unfold(issues, at).take(maxIssues).toArray()
}

/** Returns a name from the input if it looks like an identifier, otherwise an empty text. */
export function showable(name: string): string {
  return showableName.test(name) ? name : ''
}

function* unfold(issues: readonly z.core.$ZodIssue[], at: string): Generator<Issue> {
  for (const issue of issues) {
    const path = joinPath(at, issue.path)
    const branch = issue.code === 'invalid_union' ? meantBranch(issue.errors) : undefined
    if (branch !== undefined) yield* unfold(branch, path)
    else if (issue.code !== 'unrecognized_keys') yield { path, message: issue.message }
    else
      for (const name of issue.keys) yield { path: joinPath(path, [showable(name)]), message: issue.message }
  }
}

/** Returns the alternative of a union that the value resembles, if it is the only one. */
function meantBranch(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const meant = branches.filter((branch) => branch.every(({ path }) => path.length > 0))
  return meant.length === 1 ? meant[0] : undefined
}

function joinPath(at: string, path: PropertyKey[]): string {
  return [at, ...path.map(String)].filter((part) => part !== '').join('.')
}
