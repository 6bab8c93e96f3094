import type { Manifest } from '../support/manifest.ts'

/** A rule for everything that the chart renders. Returns what is wrong; each finding names its object. */
export type Policy = { name: string; find: (manifests: readonly Manifest[]) => string[] }

export function definePolicy(name: string, find: Policy['find']): Policy {
  return { name, find }
}

/** Returns a finding if the value is not the expected one. */
export function differs(what: string, found: unknown, expected: unknown): string[] {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)]
  return is === should ? [] : [`${what} is ${is}; expected ${should}`]
}
