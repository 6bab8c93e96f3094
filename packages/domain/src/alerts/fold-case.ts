/** Text for comparing without regard to case: NFC, then both mappings, so that ß is SS and both sigmas are one. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase().toUpperCase()
}
