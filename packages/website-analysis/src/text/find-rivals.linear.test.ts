import { expectLinear } from '@signalpost/testing'
import { test } from 'vitest'
import { findRivals } from './find-rivals.ts'
import type { SiteText } from './site-text.ts'

const letters = (index: number): string =>
  Array.from(String(index), (digit) => 'bcdfghjklm'[Number(digit)]).join('a')

test('the time of finding rivals grows with the names that a site says', async () => {
  const siteOf = (n: number): SiteText =>
    ({
      ...{ language: 'en', pages: [], phrases: new Map() },
      // The cast: the rest of a site is not read.
      passages: Array.from({ length: n }, (_, index) => ({
        text: `We are the best alternative to Zeta${letters(index)}.`,
        kind: 'said',
      })),
    }) as unknown as SiteText
  await expectLinear({ input: siteOf, run: (site) => findRivals(site, { own: new Set() }), from: 8_192 })
}, 60_000)
