import { confirm, isCancel, text } from '@clack/prompts'
import { UsageError } from '../command/usage-error.ts'
import { type Progress, startProgress } from './progress.ts'

/** The output of a command: results on stdout, everything else on stderr. */
export type Terminal = {
  print: (text: string) => void
  note: (line: string) => void
  startProgress: (work: { title: string; total: number | null }) => Progress
  /** Asks a person for yes or, if given, for exactly this word. Throws UsageError without a terminal. */
  ask: (question: string, word?: string) => Promise<boolean>
}

export function createTerminal(): Terminal {
  // The reader of a pipe may close it early, as `head` does. That is no error and must not end a service.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  return {
    print: (text) => void process.stdout.write(text.endsWith('\n') ? text : `${text}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    startProgress,
    ask: async (question, word) => {
      if (!process.stdin.isTTY || !process.stderr.isTTY) {
        throw new UsageError('this command needs a confirmation; without a terminal, give --yes')
      }
      const options = { withGuide: false, output: process.stderr }
      if (word !== undefined) return (await text({ message: question, ...options })) === word
      const answer = await confirm({ message: question, initialValue: false, ...options })
      return !isCancel(answer) && answer
    },
  }
}
