const intervalMs = 1_000

/**
 * Calls `onDeath` once the parent is gone, because npm does not pass SIGTERM on. Ignores a process that process 1
 * started.
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
