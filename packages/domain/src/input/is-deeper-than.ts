/** Whether a JSON value has more than `levels` levels of arrays and objects. The value itself is the first level. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((member) => isDeeperThan(member, levels - 1))
  return Object.keys(value).some((name) => isDeeperThan(Reflect.get(value, name), levels - 1))
}
