import { describe, expect, test } from 'vitest'
import { expectLinear } from './expect-linear.ts'

const lettersOf = (n: number): string => 'a'.repeat(n)

test('passes code whose time grows with its input', async () => {
  await expectLinear({
    input: lettersOf,
    run: (text) => text.replaceAll(/\p{L}/gu, (letter) => letter.toUpperCase()),
  })
})

test('passes code that stops at a bound', async () => {
  await expectLinear({ input: lettersOf, run: (text) => text.slice(0, 1_000).toUpperCase() })
})

test('passes linear code whose input outgrows a cache of the processor', async () => {
  const run = (text: string): void => burn(text.length / (text.length <= 64 ? 10 : 6))
  await expectLinear({ input: lettersOf, run })
  await expectLinear({ input: lettersOf, run, upTo: 64 })
})

test('fails quadratic code that is measured at its greatest input alone', async () => {
  const options = { input: lettersOf, run: countPairs, from: 4_096, upTo: 4_096 }
  await expect(expectLinear(options)).rejects.toThrow('2n takes')
})

test('waits for code that is asynchronous', async () => {
  const quadratic = async (text: string): Promise<void> => {
    await Promise.resolve()
    countPairs(text)
  }
  await expect(expectLinear({ input: lettersOf, run: quadratic })).rejects.toThrow('2n takes')
})

test('fails code whose time grows with the square of its input', async () => {
  await expect(expectLinear({ input: lettersOf, run: countPairs })).rejects.toThrow(
    /^2n takes \d+\.\d times as long as n, expected at most 3 \(n = \d+: /,
  )
})

test('fails a regular expression that backtracks', async () => {
  const run = (text: string): boolean => /a*b/.test(text)
  await expect(expectLinear({ input: lettersOf, run })).rejects.toThrow('2n takes')
})

test('fails quadratic code whose first runs are slow, as code is before it is compiled', async () => {
  let runs = 0
  const run = (text: string): void => {
    runs += 1
    if (runs <= 5) burn(8)
    countPairs(text)
  }
  await expect(expectLinear({ input: lettersOf, run })).rejects.toThrow('2n takes')
})

describe('where each ninth run takes three times as long', () => {
  const disturbed = (work: (text: string) => void): ((text: string) => void) => {
    let runs = 0
    return (text) => {
      runs += 1
      for (let times = runs % 9 === 0 ? 3 : 1; times > 0; times -= 1) work(text)
    }
  }

  test('passes linear code', async () => {
    const upperCase = (text: string): void => {
      text.replaceAll(/\p{L}/gu, (letter) => letter.toUpperCase())
    }
    await expectLinear({ input: lettersOf, run: disturbed(upperCase) })
  })

  test('fails quadratic code', async () => {
    await expect(expectLinear({ input: lettersOf, run: disturbed(countPairs) })).rejects.toThrow('2n takes')
  })
})

function burn(forMs: number): void {
  const until = performance.now() + forMs
  while (performance.now() < until);
}

function countPairs(text: string): number {
  let pairs = 0
  for (let left = 0; left < text.length; left += 1) {
    for (let right = 0; right < text.length; right += 1) {
      if (text.charCodeAt(left) === text.charCodeAt(right)) pairs += 1
    }
  }
  return pairs
}
