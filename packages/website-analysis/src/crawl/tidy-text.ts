/** Without what no reader sees and no store takes, and without runs of letters that are no words but take long to look through. */
export function tidyText(text: string): string {
  return text
    .replaceAll(/[\u00ad\u200b-\u200d\ufeff]/g, '')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
    .replaceAll(/[^ ]{61,}/g, '')
    .trim()
}
