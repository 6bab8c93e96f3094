/** Parts of expressions that exist only while the product runs, by the file and how the part is written, with a sample. */
export const partsMadeLater: Record<string, Record<string, string>> = {
  'packages/channels/src/recording/record-requests.ts': {
    'RegExp.escape(publicUrl)': 'https://signals\\.example',
  },
  'packages/signatures/src/diagnose/describe-shape.ts': { digits: '64' },
  'packages/website-analysis/src/text/find-rivals.ts': {
    "words.join('[\\\\s-]?')": 'acme[\\s-]?crm[\\s-]?tool',
  },
}
