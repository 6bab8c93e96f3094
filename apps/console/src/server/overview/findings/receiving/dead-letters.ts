import { defineFinding } from '../../finding.ts'
import { counted, sourceName } from '../../words.ts'

export const deadLetters = defineFinding({
  kind: 'dead_letters',
  find: (facts) =>
    facts.trouble.dead.map(({ sourceId, count }) => ({
      harm: 'broken',
      summary: `${counted(count, 'delivery', 'deliveries')} from ${sourceName(facts, sourceId)} could not be applied.`,
      remedy: 'See why, correct the cause, then replay or discard.',
      link: `/w/${facts.orgId}/deliveries?status=dead&source=${sourceId}`,
    })),
})
