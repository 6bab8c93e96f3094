import { confirm, isCancel } from '@clack/prompts'
import { UsageError } from '../command/usage-error.ts'
import { type Progress, startProgress } from './progress.ts'

/** What a command says: results to stdout, everything else to stderr. */
export type Terminal = {
  print: (text: string) => void
  note: (line: string) => void
  startProgress: (work: { title: string; total: number | null }) => Progress
  /** Asks a person. Throws UsageError where there is none to ask. */
  ask: (question: string) => Promise<boolean>
}

export function createTerminal(): Terminal {
  // The reader of a pipe may leave early, as `head` does: that is no fault, and nothing to end a service for.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  return {
    print: (text) => void process.stdout.write(text.endsWith('\n') ? text : `${text}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    startProgress,
    ask: async (question) => {
      if (!process.stdin.isTTY || !process.stderr.isTTY) {
        throw new UsageError('this command asks before it acts; without a terminal, answer with --yes')
      }
      const answer = await confirm({
        message: question,
        initialValue: false,
        withGuide: false,
        output: process.stderr,
      })
      return !isCancel(answer) && answer
    },
  }
}
