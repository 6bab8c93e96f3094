/** A mistake in what operators run, planted into a copy of the repository, and the test that must fail because of it. */
export type PlantedMistake = {
  name: string
  file: string
  /** Each text is in the file once. */
  changes: readonly (readonly [from: string, to: string])[]
  /** The file of the test, whose name says which project runs it. */
  testFile: string
  /** The name of the test, after those of the groups around it and ` > `. */
  test: string
  /** Whether it builds on the tests before it in the file, so that all run. */
  needsEarlierTests?: boolean
  /** The failure contains this. */
  says: string
}
