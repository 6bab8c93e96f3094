import { findSilentSources } from '@signalpost/database/overview'
import { defineReadFinding } from '../../finding.ts'
import { duration, sourceName } from '../../words.ts'

export const silentSources = defineReadFinding({
  kind: 'source_silent',
  everyMs: 30_000,
  read: ({ database, orgId, nowMs }) => findSilentSources(database, { orgId, nowMs }),
  find: (silent, facts) =>
    silent.map(({ sourceId, silentSeconds, longestPauseSeconds }) => ({
      harm: 'late',
      summary: `${sourceName(facts, sourceId)} has sent nothing for ${duration(silentSeconds)}; ${longestPauseSeconds === null ? 'a week ago it sent at this time' : `its longest pause before was ${duration(longestPauseSeconds)}`}.`,
      remedy: 'See whether its requests are refused, and ask the sender whether it still sends.',
      link: `/w/${facts.orgId}/sources/${sourceId}`,
    })),
})
