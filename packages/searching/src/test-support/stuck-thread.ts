import { serveTasks } from '../judging/serve-tasks.ts'
import { type Post, tasks } from '../judging/tasks.ts'

/** Judges as the real thread does, but takes no end of time or memory for posts that say so. */
const stuckAt = (posts: readonly Post[], at: number): void => {
  const title = posts[at]?.item.title ?? ''
  while (title.includes('endless'));
  const kept: number[][] = []
  while (title.includes('greedy')) kept.push(Array<number>(1_000_000).fill(0.5))
}

serveTasks({
  ...tasks,
  decide: (input, begin) =>
    tasks.decide(input, (at) => {
      const isWanted = begin(at)
      if (isWanted) stuckAt(input.posts, at)
      return isWanted
    }),
})
