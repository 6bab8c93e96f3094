import { defineSource } from '../../source.ts'
import { jobBoardQuery } from './job-board-query.ts'

export const lever = defineSource({
  platform: 'lever',
  queries: (topics) => [jobBoardQuery(['jobs.lever.co'], topics)],
})
