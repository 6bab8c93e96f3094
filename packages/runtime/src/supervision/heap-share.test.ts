import { expect, test } from 'vitest'
import { heapShareOption } from './heap-share.ts'

const mebibyte = 1024 * 1024

test.each([
  ['a share of a small container is divided', 2, { heapMiB: 310, memoryMiB: 512 }, ['30.27']],
  ['half of a container, which is what Node takes, too', 4, { heapMiB: 256, memoryMiB: 512 }, ['15.00']],
  ['a machine with room for all keeps what Node takes', 2, { heapMiB: 4_288, memoryMiB: 16_384 }, []],
  ['a machine with too little room divides what it has', 4, { heapMiB: 4_288, memoryMiB: 16_384 }, ['15.00']],
  ['what an operator gave beyond the share is divided', 2, { heapMiB: 480, memoryMiB: 512 }, ['46.88']],
])('%s', (_case, processes, { heapMiB, memoryMiB }, percentages) => {
  const memory = { heapLimitBytes: heapMiB * mebibyte, memoryBytes: memoryMiB * mebibyte }
  expect(heapShareOption(processes, memory)).toEqual(
    percentages.map((percentage) => `--max-old-space-size-percentage=${percentage}`),
  )
})
