import type { Stage } from './stage.ts'

/** A copy of the product: this one, or the one that `--other` names. */
export type Copy = { root: string | undefined; named: (name: string) => string }

/** Returns the copies to measure in turns. The bench also judges what it compares for the other copy, without gates. */
export function copiesOf({ otherRoot }: Pick<Stage, 'otherRoot'>): Copy[] {
  const own = { root: undefined, named: (name: string) => name }
  return otherRoot === undefined ? [own] : [own, { root: otherRoot, named: nameOfOther }]
}

export function nameOfOther(name: string): string {
  return `${name}, the other copy`
}
