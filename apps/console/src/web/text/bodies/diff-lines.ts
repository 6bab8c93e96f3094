/** A line of one text, the other, or both. */
export type DiffLine = { side: 'first' | 'second' | 'both'; text: string }

/** Beyond it the whole middle counts as changed: comparing every line with every other would take too long. */
const mostLines = 1_500

/** Compares two texts line by line, by their longest common subsequence. */
export function diffLines(first: string, second: string): DiffLine[] {
  const [a, b] = [first.split('\n'), second.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const middle = compareMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end))
  const both = (text: string): DiffLine => ({ side: 'both', text })
  return [...a.slice(0, start).map(both), ...middle, ...a.slice(a.length - end).map(both)]
}

function compareMiddle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const isFirst = (text: string): DiffLine => ({ side: 'first', text })
  const isSecond = (text: string): DiffLine => ({ side: 'second', text })
  if (a.length > mostLines || b.length > mostLines) return [...a.map(isFirst), ...b.map(isSecond)]
  const width = b.length + 1
  const common = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number): number => common[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]]
    if (left !== undefined && left === right) {
      lines.push({ side: 'both', text: left })
      i += 1
      j += 1
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(isFirst(left))
      i += 1
    } else if (right !== undefined) {
      lines.push(isSecond(right))
      j += 1
    }
  }
  return lines
}
