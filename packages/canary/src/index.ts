export { type FollowedCanary, startCanary } from './start-canary.ts'
