import { spellingsOf } from '@signalpost/domain'

/** Parts of expressions that exist only while the product runs, by the file and how the part is written, with a sample. */
export const partsMadeLater: Record<string, Record<string, string>> = {
  'packages/channels/src/recording/record-sending.ts': {
    'spellingsOf(`${publicUrl}/`)': spellingsOf('https://signals.example/'),
    "spellingsOf('/')": spellingsOf('/'),
  },
  'packages/domain/src/input/hide-secrets.ts': { "patterns.join('|')": spellingsOf('s3cret /+"&token') },
  'packages/domain/src/text/to-plain-text.ts': {
    "[inline, blocks, silent].join(' ').split(' ').join('|')": 'a|b|br|div|p|script|style',
    element: 'script',
  },
  'packages/signatures/src/diagnose/describe-shape.ts': { digits: '64' },
  'packages/website-analysis/src/text/find-rivals.ts': {
    "words.join('[\\\\s-]?')": 'acme[\\s-]?crm[\\s-]?tool',
  },
}
