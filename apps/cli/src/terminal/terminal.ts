import { UsageError } from '../command/usage-error.ts'
import { askPerson } from './ask-person.ts'
import { printableLines } from './printable.ts'
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
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of a pipe may close it early, as `head` does. That is no error, and must not end a service.
    if (error.code === 'EPIPE') return
    process.stderr.write(`error: the output cannot be written (${error.code ?? error.message})\n`)
    // Set last, because the command sets its own.
    process.once('exit', () => {
      process.exitCode = 1
    })
  })
  // Without a listener, a note that no one can read any more would end the process.
  process.stderr.on('error', () => undefined)
  return {
    print: (text) => void process.stdout.write(text.endsWith('\n') ? text : `${text}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    startProgress,
    ask: async (question, word) => {
      if (!process.stdin.isTTY || !process.stderr.isTTY) {
        throw new UsageError('this command needs a confirmation; without a terminal, give --yes')
      }
      return askPerson({ input: process.stdin, output: process.stderr }, { question, word })
    },
  }
}

/** Keeps from a terminal what it would interpret: commands show what others wrote. */
export function withPrintable({ print, note, startProgress: start, ask }: Terminal): Terminal {
  return {
    print: (text) => print(printableLines(text)),
    note: (line) => note(printableLines(line)),
    startProgress: (work) => {
      const progress = start(work)
      return { ...progress, stop: (summary) => progress.stop(printableLines(summary)) }
    },
    ask: (question, word) => ask(printableLines(question), word),
  }
}
