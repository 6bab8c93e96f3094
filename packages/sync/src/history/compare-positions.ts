/** Numbers of 64 bits are none for `Math.max`. */
export function greatestOf(one: bigint, other: bigint): bigint {
  return one < other ? other : one
}

export function leastOf(one: bigint, other: bigint): bigint {
  return other < one ? other : one
}
