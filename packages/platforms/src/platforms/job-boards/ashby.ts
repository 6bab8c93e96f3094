import { definePlatform } from '../../define-platform.ts'
import { jobBoardQuery } from './job-board-query.ts'

export const ashby = definePlatform({
  platform: 'ashby',
  title: 'Ashby',
  access: 'open',
  requirement: 'Nothing but the names of boards: `--board ashby:NAME`.',
  documentation: 'https://developers.ashbyhq.com/docs/public-job-posting-api',
  secrets: [],
  queries: (topics) => [jobBoardQuery(['jobs.ashbyhq.com'], topics)],
})
