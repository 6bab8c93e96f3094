import { isDeepStrictEqual } from 'node:util'
import type { Change } from './define-act.ts'

/** Returns the change, or undefined if both states are equal: an act that changed nothing leaves no audit row. */
export function changeBetween(change: Change): Change | undefined {
  return isDeepStrictEqual(change.before, change.after) ? undefined : change
}
