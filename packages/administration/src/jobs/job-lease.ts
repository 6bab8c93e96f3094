/** How long a process that died keeps a job from the others. */
export const jobLeaseMs = 15_000
