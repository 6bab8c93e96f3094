/** Returns the JSON schema of an object that has all of these members and no other, as strict schemas demand. */
export function closedObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
