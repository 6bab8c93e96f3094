import type { TestConsole } from '../start-test-console.ts'

/** Where the pages of the walk stand: a workspace whose every text came from a stranger. */
type Stage = {
  console: TestConsole
  orgId: string
  /** The admin who looks. */
  personId: string
  /** Markup, a script, a direction of its own, a link that runs. */
  hostile: string
  longWord: string
}

/** Puts there what the pages of a section show, and returns each with how its heading begins. */
export type PageCase = (stage: Stage) => Promise<[heading: string, path: string][]>
