import { anyOf } from '../../query-parts.ts'
import { defineSource } from '../../source.ts'

/** Job search: quotes, parentheses, and AND, OR, NOT in capitals. */
export const linkedinJobs = defineSource({
  platform: 'linkedin_jobs',
  queries: ({ roles, subjects }) => [
    `${anyOf(roles.slice(0, 4))} AND ${anyOf(subjects.slice(0, 4))} NOT (intern OR apprentice)`,
  ],
})
