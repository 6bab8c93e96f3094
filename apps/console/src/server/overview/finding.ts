import type { Facts } from './facts.ts'

/** Something that needs a person. */
export type Finding = {
  kind: string
  /** Whether something is late and will come, or is broken and will not without help. */
  harm: 'lost' | 'late' | 'broken'
  summary: string
  remedy: string
  /** The page that shows it. */
  link: string
}

/** A kind of finding. Returns one for each source, channel or warehouse that has it, and names it. */
export type FindingKind = { kind: string; find: (facts: Facts) => Omit<Finding, 'kind'>[] }

export function defineFinding(kind: FindingKind): FindingKind {
  return kind
}
