import { progress as drawProgress, spinner } from '@clack/prompts'

export type Progress = {
  advance: (count: number) => void
  /** Ends the bar with a last line. */
  stop: (summary: string) => void
}

type Work = {
  title: string
  /** Null or 0 if it is unknown. */
  total: number | null
}

const interruptedExitCode = 130
const plainSteps = 4
const rateAfterMs = 1_000

/** Shows a bar on a terminal and a few plain lines elsewhere, always on stderr. */
export function startProgress(work: Work): Progress {
  const describe = createDescription(work, () => performance.now())
  if (!process.stderr.isTTY) return startLines(work, describe)
  return work.total ? startBar({ ...work, total: work.total }, describe) : startSpinner(describe)
}

type Describe = (done: number) => string

/** Words the progress: `Comparing 1200/5000, 300/s`. The rate counts from the first step and appears after 1 s. */
export function createDescription({ title, total }: Work, nowMs: () => number): Describe {
  let first: { done: number; atMs: number } | undefined
  return (done) => {
    if (done > 0) first ??= { done, atMs: nowMs() }
    const elapsedMs = first === undefined ? 0 : nowMs() - first.atMs
    const perSecond = Math.round(((done - (first?.done ?? 0)) / elapsedMs) * 1_000)
    const rate = elapsedMs < rateAfterMs ? '' : `, ${perSecond}/s`
    return `${title} ${done}${total ? `/${total}` : ''}${rate}`
  }
}

// The bar handles signals, so without an exit here a Ctrl-C would only end the bar.
const onTerminal = {
  withGuide: false,
  output: process.stderr,
  onCancel: () => process.exit(interruptedExitCode),
}

function startBar({ total }: { total: number }, describe: Describe): Progress {
  let done = 0
  const bar = drawProgress({ ...onTerminal, max: total })
  bar.start(describe(0))
  return {
    advance: (count) => {
      done += count
      bar.advance(count, describe(done))
    },
    stop: (summary) => bar.stop(summary),
  }
}

function startSpinner(describe: Describe): Progress {
  let done = 0
  const shown = spinner(onTerminal)
  shown.start(describe(0))
  return {
    advance: (count) => {
      done += count
      shown.message(describe(done))
    },
    stop: (summary) => shown.stop(summary),
  }
}

/** Prints a line at each quarter, or without a total, whenever the count has doubled. */
function startLines({ total }: Work, describe: Describe): Progress {
  let done = 0
  let step = 0
  return {
    advance: (count) => {
      done += count
      const reached = Math.floor(total ? (done / total) * plainSteps : Math.log2(Math.max(1, done)))
      if (reached === step) return
      step = reached
      process.stderr.write(`${describe(done)}\n`)
    },
    stop: (summary) => void process.stderr.write(`${summary}\n`),
  }
}
