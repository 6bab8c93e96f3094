const shortestMs = 5
/** The clock of a thread ticks in milliseconds, so a measurement lasts for many of them. */
const measuredMs = 20
const pairs = 3
const rounds = 3
const mostTimes = 3

type Doubling<Input> = {
  /** Makes an input of size `n`. */
  input: (n: number) => Input
  /** The code under test. */
  run: (input: Input) => unknown
  /** The first size to try. */
  from?: number
  /** The greatest n, for code that is too fast or stops at a bound of its own. */
  upTo?: number
}

/**
 * Throws when an input of 2n takes more than 3 times the processor time of one of n. It doubles n until a run takes
 * 5 ms, which also warms the code up, and compares the medians of three measurements of many runs. It counts the time
 * of this thread alone: neither the load of the machine nor compilation and garbage collection beside it count. A
 * comparison that fails is repeated up to twice: code that is quadratic fails every time. Code that takes less than 5 ms
 * for twice the greatest n passes.
 */
export async function expectLinear<Input>({
  input,
  run,
  from = 64,
  upTo = 262_144,
}: Doubling<Input>): Promise<void> {
  let n = from
  while (n < upTo && (await timeMs(run, input(n), 3)) / 3 < shortestMs) n *= 2
  const once = input(n)
  const twice = input(2 * n)
  const repeats = Math.ceil(measuredMs / Math.max(await timeMs(run, once, 4), 1)) * 4
  let onceMs = 0
  let twiceMs = 0
  for (let round = 0; round < rounds; round += 1) {
    const times: { once: number; twice: number }[] = []
    for (let pair = 0; pair < pairs; pair += 1) {
      times.push({ once: await timeMs(run, once, repeats), twice: await timeMs(run, twice, repeats) })
    }
    onceMs = median(times.map((time) => time.once)) / repeats
    twiceMs = median(times.map((time) => time.twice)) / repeats
    if (twiceMs <= onceMs * mostTimes || twiceMs < shortestMs) return
  }
  throw new Error(
    `2n takes ${(twiceMs / onceMs).toFixed(1)} times as long as n, expected at most ${mostTimes} ` +
      `(n = ${n}: ${onceMs.toFixed(1)} ms, 2n: ${twiceMs.toFixed(1)} ms of processor time).`,
  )
}

/** The processor time of so many runs in a row. */
async function timeMs<Input>(run: (input: Input) => unknown, input: Input, repeats: number): Promise<number> {
  const started = process.threadCpuUsage()
  for (let index = 0; index < repeats; index += 1) await run(input)
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1_000
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
