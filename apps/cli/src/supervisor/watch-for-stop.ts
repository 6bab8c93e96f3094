export type StopWatch = {
  /** Resolves when the process is asked to stop: by a signal, or by its parent's death or closed channel. */
  asked: Promise<void>
  /** Resolves on a further signal. */
  askedAgain: Promise<void>
  dismiss: () => void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const parentPollMs = 1_000
// npm and the terminal both forward a Ctrl-C, so a signal this soon after the first is the same one.
const sameSignalMs = 200

export function watchForStop(): StopWatch {
  const asked = Promise.withResolvers<void>()
  const askedAgain = Promise.withResolvers<void>()
  let firstMs: number | undefined
  const ask = () => {
    firstMs ??= performance.now()
    asked.resolve()
  }
  const onSignal = () => {
    if (firstMs !== undefined && performance.now() - firstMs > sameSignalMs) askedAgain.resolve()
    ask()
  }

  for (const signal of signals) process.on(signal, onSignal)
  process.on('disconnect', ask)
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid !== parent) ask()
  }, parentPollMs)
  return {
    asked: asked.promise,
    askedAgain: askedAgain.promise,
    dismiss: () => {
      clearInterval(timer)
      process.removeListener('disconnect', ask)
      for (const signal of signals) process.removeListener(signal, onSignal)
    },
  }
}
