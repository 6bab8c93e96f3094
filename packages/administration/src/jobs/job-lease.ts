/** How long a job of a dead process stays leased. */
export const jobLeaseMs = 15_000
