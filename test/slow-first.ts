import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = join(import.meta.dirname, '..')
const slow = readFileSync(join(root, '.ci/begin-with'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((file) => join(root, file))

/** Begins each tier with the files that `.ci/begin-with` names, in its order. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ofTiers = Map.groupBy(await super.sort(files), ({ project }) => project)
    return [...ofTiers.values()].flatMap((tier) =>
      tier.toSorted((one, other) => placeOf(one) - placeOf(other)),
    )
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = slow.indexOf(moduleId)
  return place === -1 ? slow.length : place
}
