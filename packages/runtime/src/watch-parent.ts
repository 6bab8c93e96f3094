const intervalMs = 500

/**
 * Calls `onDeath` once the parent is gone: npm passes no SIGTERM on to what it starts. A process whose parent is
 * process 1 at the beginning was started that way on purpose.
 */
export function watchParent(onDeath: () => void): void {
  const parentId = process.ppid
  if (parentId === 1) return
  const timer = setInterval(() => {
    if (process.ppid === parentId) return
    clearInterval(timer)
    onDeath()
  }, intervalMs)
  timer.unref()
}
