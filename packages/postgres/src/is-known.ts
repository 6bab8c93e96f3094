/** SQL that is true if the server has the setting, which older ones may not. */
export function isKnown(name: string): string {
  return `current_setting('${name}', true) is not null`
}
