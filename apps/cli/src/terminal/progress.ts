import { progress as drawProgress } from '@clack/prompts'

export type Progress = {
  advance: (count: number) => void
  /** Ends the bar with a last line. */
  stop: (summary: string) => void
}

const interruptedExitCode = 130
const plainSteps = 4

/** A bar on a terminal, a few plain lines elsewhere; always on stderr. */
export function startProgress({ title, total }: { title: string; total: number }): Progress {
  return process.stderr.isTTY ? startBar(title, total) : startLines(title, total)
}

function startBar(title: string, total: number): Progress {
  let done = 0
  // The bar takes the signals over: without leaving here a Ctrl-C would only end the bar.
  const bar = drawProgress({
    max: total,
    withGuide: false,
    output: process.stderr,
    onCancel: () => process.exit(interruptedExitCode),
  })
  bar.start(`${title} 0/${total}`)
  return {
    advance: (count) => {
      done += count
      bar.advance(count, `${title} ${done}/${total}`)
    },
    stop: (summary) => bar.stop(summary),
  }
}

function startLines(title: string, total: number): Progress {
  let done = 0
  let told = 0
  return {
    advance: (count) => {
      done += count
      const step = Math.floor((done / total) * plainSteps)
      if (step === told) return
      told = step
      process.stderr.write(`${title} ${done}/${total}\n`)
    },
    stop: (summary) => void process.stderr.write(`${summary}\n`),
  }
}
