import type { AuditedState } from '@signalpost/database/acts'
import { changeBetween } from './change-between.ts'
import type { Done } from './define-act.ts'

/** `ruleId` and the workspace name a rule. */
type Reference<Type extends string> = { orgId: string } & Readonly<Record<`${Type}Id`, string>>

/** What acts on one kind of thing return for the audit log. `stateOf` is what it shows of one, which is never a secret. */
export function auditing<const Type extends string, Thing extends Reference<Type>>(
  type: Type,
  stateOf: (thing: Thing) => AuditedState,
) {
  const targetOf = (thing: Reference<Type>) => {
    const id = String(thing[`${type}Id`])
    return { orgId: thing.orgId, target: { type, id } }
  }
  return {
    stateOf,
    targetOf,
    created: <One extends Thing>(created: One): Done<One> => ({
      result: created,
      change: { ...targetOf(created), before: null, after: stateOf(created) },
    }),
    changed: <One extends Thing>(before: Thing, after: One): Done<One> => ({
      result: after,
      change: changeBetween({ ...targetOf(after), before: stateOf(before), after: stateOf(after) }),
    }),
    removed: <One extends Thing>(removed: One): Done<One> => ({
      result: removed,
      change: { ...targetOf(removed), before: stateOf(removed), after: null },
    }),
  }
}
