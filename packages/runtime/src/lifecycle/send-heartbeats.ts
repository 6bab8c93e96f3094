import { url as inspectorUrl } from 'node:inspector'

const everyMs = 5_000

/**
 * Reports to the parent over IPC, at once and every 5 s, that the event loop runs: `{ type: 'alive', isInspected }`. A
 * process under a debugger may pause on purpose.
 */
export function sendHeartbeats(): void {
  const beat = (): void => {
    const message = { type: 'alive', isInspected: inspectorUrl() !== undefined }
    process.send?.(message, undefined, undefined, () => undefined) // a missing parent ends the process anyway
  }
  if (process.send === undefined) return
  beat()
  setInterval(beat, everyMs).unref()
}
