import { definePlatform } from '../../define-platform.ts'
import { jobBoardQuery } from './job-board-query.ts'

export const greenhouse = definePlatform({
  platform: 'greenhouse',
  title: 'Greenhouse',
  access: 'open',
  requirement: 'Nothing but the names of boards: `--board greenhouse:NAME`.',
  documentation: 'https://developers.greenhouse.io/job-board.html',
  secrets: [],
  queries: (topics) => [jobBoardQuery(['boards.greenhouse.io', 'job-boards.greenhouse.io'], topics)],
})
