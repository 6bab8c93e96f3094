import { serveTasks } from './serve-tasks.ts'
import { tasks } from './tasks.ts'

/** Judges posts in a worker thread, without an environment or connections. */
serveTasks(tasks)
