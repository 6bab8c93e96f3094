import { definePlatform } from '../../define-platform.ts'
import { jobBoardQuery } from './job-board-query.ts'

export const lever = definePlatform({
  platform: 'lever',
  title: 'Lever',
  access: 'open',
  requirement:
    'Nothing but the names of boards: `--board lever:NAME`, or `--board lever:eu/NAME` for those of jobs.eu.lever.co.',
  documentation: 'https://github.com/lever/postings-api',
  secrets: [],
  queries: (topics) => [jobBoardQuery(['jobs.lever.co'], topics)],
})
