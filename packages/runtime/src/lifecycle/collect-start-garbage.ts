import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then a process has opened its stores and answered its first requests. */
const afterMs = 60_000

/**
 * Collects, once, what the start left behind. V8 collects old objects when the heap grows, so a process at rest would
 * keep tens of MiB of garbage for days. Takes some 50 ms.
 */
export function collectStartGarbage(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    setFlagsFromString('--no-expose-gc')
    collect()
  }, afterMs).unref()
}
