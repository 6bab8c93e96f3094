/**
 * Returns a reader that asks once for each workspace in `everyMs`, however many callers there are. A reading that failed
 * is not kept.
 */
export function shareReadings<Asked extends { orgId: string }, Read>(
  everyMs: number,
  read: (asked: Asked) => Promise<Read>,
): (asked: Asked) => Promise<Read> {
  const readings = new Map<string, Promise<Read>>()
  return (asked) => {
    const known = readings.get(asked.orgId)
    if (known !== undefined) return known
    const reading = read(asked)
    const forget = (): boolean => readings.delete(asked.orgId)
    readings.set(asked.orgId, reading)
    reading.then(() => setTimeout(forget, everyMs).unref(), forget)
    return reading
  }
}
