import { defineSource } from '../../source.ts'
import { jobBoardQuery } from './job-board-query.ts'

export const greenhouse = defineSource({
  platform: 'greenhouse',
  queries: (topics) => [jobBoardQuery(['boards.greenhouse.io', 'job-boards.greenhouse.io'], topics)],
})
