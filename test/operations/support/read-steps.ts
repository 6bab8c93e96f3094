import { readDocuments } from '@signalpost/testing'

/** The commands and statements of a document, which a drill runs as an operator would. */
export type Steps = {
  /** Returns the one command, statement or setting that contains the text. */
  take: (containing: string) => string
  /** Returns what was never taken. */
  rest: () => string[]
}

const languages = ['sh', 'sql', 'conf']

/** Reads the blocks of a document that have a language of its operator: each line is a step. */
export function readSteps(path: string): Steps {
  const document = readDocuments().find((one) => one.path === path)
  const lines = (document?.blocks ?? [])
    .filter(({ language }) => languages.includes(language))
    .flatMap(({ code }) => code.trim().split(/(?<!\\)\n/))
  const taken = new Set<string>()
  return {
    take: (containing) => {
      const found = lines.filter((line) => line.includes(containing))
      const [only] = found
      if (only === undefined || found.length > 1) {
        throw new Error(`${path} has ${found.length} steps with ${containing}.`)
      }
      taken.add(only)
      return only
    },
    rest: () => lines.filter((line) => !taken.has(line)),
  }
}
