export { describePaths, refusalsByStatus } from './describe-paths.ts'
