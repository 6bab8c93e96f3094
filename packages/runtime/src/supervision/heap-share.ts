import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'

/** What Node takes for the heap of one process may be up to this share of the memory before it counts as too much. */
const shareOfMemory = 0.6

type Memory = {
  /** The limit of the heap of one process, as it is now. */
  heapLimitBytes: number
  /** The memory of the machine, or of the container. */
  memoryBytes: number
}

/**
 * Returns the option for Node that keeps the heaps of several processes together within the memory that one could take;
 * none if they are within it anyway.
 */
export function heapShareOption(processes: number, memory: Memory = readMemory()): string[] {
  const together = Math.max(memory.heapLimitBytes, shareOfMemory * memory.memoryBytes)
  const eachBytes = together / processes
  if (memory.heapLimitBytes <= eachBytes) return []
  const percentage = (100 * eachBytes) / memory.memoryBytes
  return [`--max-old-space-size-percentage=${percentage.toFixed(2)}`]
}

function readMemory(): Memory {
  return {
    heapLimitBytes: getHeapStatistics().heap_size_limit,
    memoryBytes: Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()),
  }
}
