/** Parses a body that may be JSON. Returns undefined for anything else. */
export function findJson(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
