/** Strips invisible and unstorable characters, and long unbroken runs that would slow the scanners. */
export function tidyText(text: string): string {
  return text
    .replaceAll(/[\u00ad\u200b-\u200d\ufeff]/g, '')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
    .replaceAll(/[^ ]{61,}/g, '')
    .trim()
}
