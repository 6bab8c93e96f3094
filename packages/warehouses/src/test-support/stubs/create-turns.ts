/** Creates a queue that admits one caller at a time, in order. */
export function createTurns(): { take: () => Promise<() => void> } {
  let last: Promise<void> = Promise.resolve()
  return {
    take: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const before = last
      last = promise
      await before
      return resolve
    },
  }
}
