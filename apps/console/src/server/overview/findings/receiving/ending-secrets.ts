import { defineFinding } from '../../finding.ts'
import { duration, sourceName } from '../../words.ts'

export const endingSecrets = defineFinding({
  kind: 'ending_secret',
  find: (facts) =>
    facts.trouble.ending.map(({ sourceId, endsAt }) => ({
      harm: 'late',
      summary: `A secret of ${sourceName(facts, sourceId)} ends in ${duration((endsAt.getTime() - facts.nowMs) / 1000)} and is still in use.`,
      remedy: 'Give the sender the newest secret before then.',
      link: `/w/${facts.orgId}/sources/${sourceId}`,
    })),
})
