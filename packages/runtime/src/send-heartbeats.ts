import { url as inspectorUrl } from 'node:inspector'

const everyMs = 5_000

/**
 * Tells the parent over IPC that the event loop runs, at once and every 5 s: `{ type: 'alive', isInspected }`. A
 * process under a debugger may stand still on purpose.
 */
export function sendHeartbeats(): void {
  const beat = (): void => {
    const message = { type: 'alive', isInspected: inspectorUrl() !== undefined }
    process.send?.(message, undefined, undefined, () => undefined) // a parent that is gone ends the process itself
  }
  if (process.send === undefined) return
  beat()
  setInterval(beat, everyMs).unref()
}
