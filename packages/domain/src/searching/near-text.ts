const shingleWords = 3
const nearShare = 0.8
const nearBits = 6
const wordPattern = /[\p{L}\p{N}]+/gu

/** Whether two texts say the same: they share at least 80 % of their sequences of three words. */
export function nearText(a: string, b: string): boolean {
  const first = shinglesOf(a)
  const second = shinglesOf(b)
  if (first.size === 0 || second.size === 0) return first.size === second.size
  let shared = 0
  for (const shingle of first) if (second.has(shingle)) shared += 1
  return shared / (first.size + second.size - shared) >= nearShare
}

/** Returns 64 bits as 16 hexadecimal digits; near texts differ in few bits, as `simhashDistance` counts them. */
export function simhash(text: string): string {
  const votes = new Int32Array(64)
  for (const shingle of shinglesOf(text)) {
    const [low, high] = hashesOf(shingle)
    for (let bit = 0; bit < 32; bit += 1) {
      votes[bit] = (votes[bit] ?? 0) + (((low >>> bit) & 1) === 1 ? 1 : -1)
      votes[bit + 32] = (votes[bit + 32] ?? 0) + (((high >>> bit) & 1) === 1 ? 1 : -1)
    }
  }
  return hexOf(votes.subarray(32)) + hexOf(votes.subarray(0, 32))
}

/** Whether two hashes are those of near texts: at most 6 of their 64 bits differ. */
export function areNearHashes(a: string, b: string): boolean {
  return simhashDistance(a, b) <= nearBits
}

/** Returns how many of the 64 bits of two hashes differ. */
export function simhashDistance(a: string, b: string): number {
  return [0, 8].reduce((sum, at) => sum + onesIn(partOf(a, at) ^ partOf(b, at)), 0)
}

/** A text of fewer than three words is one shingle. */
function shinglesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(wordPattern) ?? []
  if (words.length < shingleWords) return new Set(words.length === 0 ? [] : [words.join(' ')])
  const shingles = new Set<string>()
  for (let at = 0; at + shingleWords <= words.length; at += 1) {
    shingles.add(words.slice(at, at + shingleWords).join(' '))
  }
  return shingles
}

/** Two rounds of FNV-1a from different offsets, each mixed so that every letter reaches every bit. */
function hashesOf(text: string): [low: number, high: number] {
  let low = 0x811c9dc5
  let high = 0x01000193
  for (let at = 0; at < text.length; at += 1) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193)
    high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca6b)
  }
  return [mixed(low), mixed(high)]
}

function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  const most = Math.imul(half ^ (half >>> 15), 0x846ca68b)
  return (most ^ (most >>> 16)) >>> 0
}

function hexOf(votes: Int32Array): string {
  const bits = votes.reduce((sum, vote, bit) => (vote > 0 ? sum | (1 << bit) : sum), 0)
  return (bits >>> 0).toString(16).padStart(8, '0')
}

function partOf(hash: string, at: number): number {
  return Number.parseInt(hash.slice(at, at + 8), 16)
}

function onesIn(bits: number): number {
  let rest = bits >>> 0
  let ones = 0
  for (; rest !== 0; rest &= rest - 1) ones += 1
  return ones
}
