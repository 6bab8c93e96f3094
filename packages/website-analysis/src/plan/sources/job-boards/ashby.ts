import { defineSource } from '../../source.ts'
import { jobBoardQuery } from './job-board-query.ts'

export const ashby = defineSource({
  platform: 'ashby',
  queries: (topics) => [jobBoardQuery(['jobs.ashbyhq.com'], topics)],
})
