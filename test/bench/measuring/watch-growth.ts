import { residentBytesOf } from './process-use.ts'

const mebibyte = 1024 * 1024
const sampleIntervalMs = 10

/** Returns what a task of this process returned, its seconds, and by how many MiB the process outgrew `before`, in bytes. */
export async function watchGrowth<T>(
  before: number,
  task: () => Promise<T>,
): Promise<{ value: T; seconds: number; growth: number }> {
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytesOf(process.pid))
  }, sampleIntervalMs)
  try {
    const startedAtMs = performance.now()
    const value = await task()
    const seconds = (performance.now() - startedAtMs) / 1000
    return { value, seconds, growth: (peak - before) / mebibyte }
  } finally {
    clearInterval(watch)
  }
}
