/** Returns the event at `index` of a request, indented; undefined for a body that is not JSON or has no such event. */
export function eventInBody(bytes: Uint8Array, index: number): string | undefined {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const event: unknown = Array.isArray(body) ? body[index] : body
    return event === undefined ? undefined : JSON.stringify(event, null, 2)
  } catch {
    // What is not JSON is compared as it is.
    return undefined
  }
}
