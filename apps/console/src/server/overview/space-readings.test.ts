import { expect, test } from 'vitest'
import { spaceReadings } from './space-readings.ts'

const asked = { orgId: 'org_one' }

/** Counts its readings; each ends when the test says so. */
function controlled() {
  const begun: PromiseWithResolvers<number>[] = []
  const read = (): Promise<number> => {
    const reading = Promise.withResolvers<number>()
    begun.push(reading)
    return reading.promise
  }
  const end = (index: number): void => begun[index]?.resolve(index)
  return { begun, read: spaceReadings(1, read), end }
}

test('all who ask during a reading share the next one, which begins after they asked', async () => {
  const { begun, read, end } = controlled()
  const first = read(asked)
  const others = [read(asked), read(asked), read(asked)]
  expect(begun).toHaveLength(1)
  end(0)
  expect(await first).toBe(0)
  await expect.poll(() => begun.length).toBe(2)
  end(1)
  expect(await Promise.all(others)).toEqual([1, 1, 1])
})

test('an answer that is there already is given to no one who asks later', async () => {
  const { begun, read, end } = controlled()
  const first = read(asked)
  end(0)
  await first
  const second = read(asked)
  await expect.poll(() => begun.length).toBe(2)
  end(1)
  expect(await second).toBe(1)
})

test('workspaces do not wait for each other, and a failed reading is not kept', async () => {
  let readings = 0
  const read = spaceReadings(1, async ({ orgId }: { orgId: string }) => {
    readings += 1
    if (orgId === 'org_bad') throw new Error('The store is away.')
    return orgId
  })
  await expect(read({ orgId: 'org_bad' })).rejects.toThrow('away')
  expect(await read(asked)).toBe('org_one')
  await expect(read({ orgId: 'org_bad' })).rejects.toThrow('away')
  expect(readings).toBe(3)
})
