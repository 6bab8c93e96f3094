/** `1 delivery`, `1,204 deliveries` */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** `42 s`, `3 min`, `2 h`, `5 d` */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}

/** The name of a record, or its id where there is no such record any more. */
export function nameOf<Record extends { name: string }>(
  records: readonly Record[],
  isMeant: (record: Record) => boolean,
  id: string,
): string {
  return records.find(isMeant)?.name ?? id
}
